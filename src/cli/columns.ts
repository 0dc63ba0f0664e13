import type { FormDefinition } from '../forms/definition.ts';
import { utmNames } from '../forms/utm.ts';
import type { Submission } from '../forms/submission.ts';

/** A heading, and what stands below it. */
export interface Column {
  heading: string;
  value: (submission: Submission) => string;
}

/**
 * The columns of a spreadsheet over these forms: a column a label, since the wire name of one and the same question may differ from workshop to
 * workshop. What these forms do not ask (answers to a form that is no longer in the content) stands in `Other answers` as JSON.
 */
export function columnsOf(forms: FormDefinition[]): Column[] {
  const wires = Map.groupBy(
    forms.flatMap((form) => form.fields),
    ({ label }) => label,
  );
  const known = new Set(forms.flatMap((form) => form.fields.map(({ wire }) => wire)));
  return [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'Form', value: ({ formName }) => formName },
    { heading: 'State', value: ({ state }) => state },
    { heading: 'Received', value: ({ receivedAt }) => receivedAt },
    ...[...wires].map(([heading, fields]) => answerColumn(heading, [...new Set(fields.map(({ wire }) => wire))])),
    { heading: 'Other answers', value: ({ fields }) => otherAnswers(fields, known) },
    ...utmNames.map((name) => ({ heading: name, value: ({ utm }: Submission) => utm[name] ?? '' })),
  ];
}

function answerColumn(heading: string, wires: string[]): Column {
  return { heading, value: ({ fields }) => wires.map((wire) => fields[wire]).find((value) => value !== undefined) ?? '' };
}

function otherAnswers(fields: Submission['fields'], known: Set<string>): string {
  const others = Object.keys(fields).filter((wire) => !known.has(wire));
  return others.length > 0 ? JSON.stringify(Object.fromEntries(others.map((wire) => [wire, fields[wire]]))) : '';
}
