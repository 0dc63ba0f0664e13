import { placeKey, labelOf, ownerName, ownerOf, type Place } from '../../../editing/place.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';

interface Props {
  name: string;
  findings: DraftState['findings'];
  /** Opens the page of a place, and its field. */
  show: (place: Place) => void;
}

/** Findings by what they belong to, folded. Each says what is to be done at a place, and leads to its field. */
export function FindingList({ name, findings, show }: Props) {
  const names = useOwnerNames();
  if (findings.length === 0) return null;
  return (
    <details className={css.others}>
      <summary>{name}</summary>
      <div className={`stack ${css.groups}`}>
        {[...Map.groupBy(findings, ({ file }) => ownerOf(file))].map(([owner, ofOwner]) => (
          <section key={owner}>
            <h3>{ownerName(owner, names) || 'All pages'}</h3>
            <ul role="list">
              {ofOwner.map((finding) => (
                <li key={`${placeKey(finding)} ${finding.message}`}>
                  <button type="button" onClick={() => show(finding)}>
                    <span>{labelOf(finding)}</span> <span className="quiet small">{finding.message}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}
