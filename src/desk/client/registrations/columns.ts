import type { SubmissionSort } from '../../../submissions/queries.ts';
import { stateLabels } from '../../../submissions/state-labels.ts';
import type { SubmissionRow } from '../../server/routes/registrations.ts';
import { formLabels, momentText } from '../words.ts';

/** The server sorts, so each column must be one that it can sort by. */
export interface Column {
  id: SubmissionSort;
  heading: string;
  width?: string;
  textOf: (row: SubmissionRow) => string;
}

/** Returns the kind of a form, and its season or day, in which no line ends: in a narrow column it is below the kind. */
const formText = ({ formKind, formWhen }: SubmissionRow) =>
  [formLabels[formKind], formWhen.replaceAll(' ', '\u00A0')].filter((text) => text !== '').join(', ');

/** The columns of the table. The first one has the button that opens a row. */
export const columns: [Column, ...Column[]] = [
  { id: 'name', width: '14%', heading: 'Name', textOf: (row) => row.name || row.email },
  { id: 'brand', width: '14%', heading: 'Brand', textOf: (row) => row.brand },
  { id: 'size', width: '10%', heading: 'Size', textOf: (row) => row.size },
  { id: 'email', width: '24%', heading: 'Email', textOf: (row) => row.email },
  { id: 'form', width: '13%', heading: 'Form', textOf: formText },
  { id: 'state', width: '10%', heading: 'State', textOf: (row) => stateLabels[row.state] },
  { id: 'received', heading: 'Received', textOf: (row) => momentText(row.receivedAt) },
];
