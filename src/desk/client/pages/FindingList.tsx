import { atOf, labelOf, ownerName, ownerOf, type Place } from '../../../editing/place.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';

interface Props {
  findings: DraftState['findings'];
  /** Opens the page of a place, and its field. */
  show: (place: Place) => void;
}

/** Findings by what they belong to, folded. */
export function FindingList({ name, findings, show }: Props & { name: string }) {
  const names = useOwnerNames();
  if (findings.length === 0) return null;
  return (
    <details className={css.others}>
      <summary>{name}</summary>
      <div className={`stack ${css.groups}`}>
        {[...Map.groupBy(findings, ({ file }) => ownerOf(file))].map(([owner, ofOwner]) => (
          <section key={owner}>
            <h3>{ownerName(owner, names) || 'All pages'}</h3>
            <FindingItems findings={ofOwner} show={show} />
          </section>
        ))}
      </div>
    </details>
  );
}

/** The place of each finding, which leads to its field, and what is to be done there. */
export const FindingItems = ({ findings, show }: Props) => (
  <ul role="list">
    {findings.map((finding) => (
      <li key={`${atOf(finding)} ${finding.message}`}>
        <button type="button" onClick={() => show(finding)}>
          <span>{labelOf(finding)}</span> <span className="quiet small">{finding.message}</span>
        </button>
      </li>
    ))}
  </ul>
);
