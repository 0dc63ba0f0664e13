import { labelOf, ownerName, ownerOf, sectionOf, type Place } from '../../../editing/place.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';

interface Props {
  name: string;
  findings: DraftState['findings'];
  /** Opens the page of a place, and its field. */
  show: (place: Place) => void;
}

/** In a list of more findings each part is folded, so that all parts are in view. */
const maxUnfolded = 8;

/**
 * Findings by what they belong to, folded. Each line says what is to be done at a place, and leads to its field. A section has one line for
 * places with the same finding: it leads to the first of them, and to the next one once that one is done.
 */
export function FindingList({ name, findings, show }: Props) {
  const names = useOwnerNames();
  if (findings.length === 0) return null;
  return (
    <details className={css.others}>
      <summary>{name}</summary>
      <div className={`stack ${css.groups}`}>
        {[...Map.groupBy(findings, ({ file }) => ownerOf(file))].map(([owner, ofOwner]) => {
          const lines = [...Map.groupBy(ofOwner, (finding) => `${sectionOf(finding)} ${finding.message}`)];
          return (
            <details key={owner} open={findings.length <= maxUnfolded}>
              <summary>
                <h3>
                  {ownerName(owner, names) || 'All pages'} <span className="quiet">({ofOwner.length})</span>
                </h3>
              </summary>
              <ul role="list">
                {lines.map(([key, [finding, ...others]]) => (
                  <li key={key}>
                    <button type="button" onClick={() => show(finding!)}>
                      <span>
                        {labelOf(finding!)}
                        {others.length > 0 && `, and ${others.length} more`}
                      </span>{' '}
                      <span className="quiet small">{finding!.message}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </details>
  );
}
