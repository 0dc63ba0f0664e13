import { pluralize } from '../../../content/format.ts';
import type { Change } from '../../../editing/changes.ts';
import { placeKey, ownerName, ownerOf, placeName } from '../../../editing/place.ts';
import { Empty } from '../components/Messages.tsx';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';
import { ShownValue } from './ShownValue.tsx';

/** Returns whether a change only follows from a new picture: its place is no longer marked as an example. */
const followsFromPicture = ({ file, pointer, after }: Change, changes: Change[]): boolean =>
  after === false &&
  pointer.endsWith('/sample') &&
  changes.some((other) => other.file === file && other.pointer === pointer.replace(/sample$/u, 'src'));

const isNewFile = ({ pointer, before }: Change): boolean => pointer === '' && before === null;
const isRemovedFile = ({ pointer, after }: Change): boolean => pointer === '' && after === null;

/** Returns the retreats and workshops that changes add. */
export const addedBy = (changes: Change[]): Set<string> => new Set(changes.filter(isNewFile).map(({ file }) => ownerOf(file)));

/** Says that a retreat or workshop is removed, and with how many texts that were written for it. */
const removalText = (texts: number): string =>
  texts === 0 ? 'Removed' : `Removed, with the ${pluralize(texts, 'text')} that ${texts === 1 ? 'was' : 'were'} changed in it`;

/**
 * Changes as they are read before and after a publish: a retreat or workshop that is added or removed, and each place with its old and its
 * new value.
 */
export function ChangeList({ changes }: { changes: Change[] }) {
  const names = useOwnerNames();
  if (changes.length === 0) return <Empty>Nothing has changed.</Empty>;
  const removedFiles = new Set(changes.filter(isRemovedFile).map(({ file }) => file));
  const isInRemovedFile = ({ file }: Change) => removedFiles.has(file);
  return (
    <dl className={`stack ${css.changes}`}>
      {[...addedBy(changes)].map((owner) => (
        <div key={owner}>
          <dt>{ownerName(owner, names)}</dt>
          <dd>
            <ins>New</ins>
          </dd>
        </div>
      ))}
      {[...Map.groupBy(changes.filter(isInRemovedFile), ({ file }) => ownerOf(file))].map(([owner, ofOwner]) => (
        <div key={owner}>
          <dt>{ownerName(owner, names)}</dt>
          <dd>{removalText(ofOwner.filter((change) => !isRemovedFile(change)).length)}</dd>
        </div>
      ))}
      {changes
        .filter((change) => !isNewFile(change) && !isInRemovedFile(change) && !followsFromPicture(change, changes))
        .map((change) => (
          <div key={placeKey(change)}>
            <dt>{placeName(change, names)}</dt>
            <dd>
              <del className="quiet">
                <span className="visually-hidden">Before: </span>
                <ShownValue place={change} value={change.before} />
              </del>
            </dd>
            <dd>
              <ins>
                <span className="visually-hidden">After: </span>
                <ShownValue place={change} value={change.after} />
              </ins>
            </dd>
          </div>
        ))}
    </dl>
  );
}
