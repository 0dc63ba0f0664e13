import { useState } from 'react';
import type { DraftState } from '../../server/routes/pages.ts';
import { pluralize } from '../../../content/format.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure, focus, Loading } from '../components/Messages.tsx';
import { notResponding } from '../request.ts';
import { addedBy, ChangeList } from './ChangeList.tsx';
import { Conflicts, type Kept } from './Conflicts.tsx';
import type { PublishReview, PublishState } from '../../../editing/editing.ts';
import type { Conflict } from '../../../editing/replay.ts';
import { atOf, ownerName, ownerOf, placeName } from '../../../editing/place.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';
import { usePublish } from './use-publish.ts';

/** An undo has no conflicts. */
type Review = PublishReview & { conflicts?: Conflict[] };

const stateLabels: Record<PublishState['state'], string> = {
  idle: 'The server was restarted in the meantime. The history shows whether the changes were published.',
  building: 'The pages are being built. Until they are ready, the site stays as it is …',
  switching: 'The site is switching to the new pages …',
  live: 'The changes are live.',
  failed: 'Nothing was published; the site is unchanged.',
  incomplete: 'Publishing began and did not finish. Some pages may have changed.',
};

const undoLabels: Partial<typeof stateLabels> = {
  live: 'The last publish was undone.',
  failed: 'Nothing was undone; the site is unchanged.',
};

interface Props {
  draft: DraftState;
  /** What is posted: the changes are published, or the last publish is undone. */
  path: '/api/pages/publish' | '/api/pages/undo-publish';
  onClose: () => void;
}

/** Shows what is about to change, publishes it, and follows it until it is live. */
export function Publish({ draft, path, onClose }: Props) {
  const names = useOwnerNames();
  const [kept, setKept] = useState<Kept>({});
  const { progress, refusal, isRunning, isSilent, start } = usePublish(path);
  /** The changes can still be read and published. */
  const isReviewing = !isRunning && progress?.state !== 'live';
  const undoes = path === '/api/pages/undo-publish';
  const { data, error } = useData<Review>(undoes ? path : '/api/pages/changes', []);
  const conflicts = data?.conflicts ?? [];
  const isEachConflictResolved = conflicts.every((place) => kept[atOf(place)]);
  const added = undoes ? new Set() : addedBy(data?.changes ?? []);
  const unfinished = Map.groupBy(
    draft.launch.filter(({ file }) => added.has(ownerOf(file))),
    ({ file }) => ownerOf(file),
  );
  const publish = () => {
    const resolved = conflicts.map((place) => ({ file: place.file, pointer: place.pointer, keep: kept[atOf(place)] }));
    start({ seen: data?.seen, ...(!undoes && { resolved }) });
  };
  const hasChanges = conflicts.length > 0 || (data?.changes.length ?? 0) > 0;
  const isReady = undoes || (hasChanges && isEachConflictResolved && draft.findings.length === 0);

  return (
    <Dialog title={undoes ? 'Undo the last publish' : 'Publish'} busy={isRunning && !isSilent} onClose={onClose}>
      {error && isReviewing && <Failure>{error}</Failure>}
      {undoes && <p>The site will go back to what it showed before the last publish. Your draft will stay as it is.</p>}
      {!data && !error && <Loading />}
      {data && isReviewing && (data.changes.length > 0 || conflicts.length === 0) && <ChangeList changes={data.changes} />}
      {data && data.mailed > 0 && isReviewing && (
        <p className={css.warned}>{pluralize(data.mailed, 'person', 'people')} who registered will get an email about the change.</p>
      )}
      {data && data.notMailed > 0 && isReviewing && (
        <p className={css.warned}>
          {pluralize(data.notMailed, 'founder has', 'founders have')} a seat or an open invitation. The site does not email them about a new
          check-in or check-out: once the changes are live, write to them under Letters.
        </p>
      )}
      <Conflicts conflicts={conflicts} kept={kept} onKeep={(at, whose) => setKept((before) => ({ ...before, [at]: whose }))} />
      {!undoes &&
        draft.findings.map((finding) => (
          <p key={`${atOf(finding)} ${finding.message}`} className={css.wrong}>
            {placeName(finding, names)}: {finding.message}
          </p>
        ))}
      {isReviewing &&
        [...unfinished].map(([owner, { length }]) => (
          // Until these things are done, it has texts of the one that it was copied from.
          <p key={owner} className={css.warned}>
            {ownerName(owner, names)} has {pluralize(length, 'thing')} to do before going public. To see what, close this dialog and open
            the list “Before going public”.
          </p>
        ))}
      {refusal && <Failure>{refusal}</Failure>}
      {isRunning && isSilent && <Failure>{notResponding}</Failure>}
      {progress && (
        // Its button leaves when the changes are live. The focus would leave with it.
        <p role="status" tabIndex={-1} ref={progress.state === 'live' ? focus : undefined}>
          {(undoes && undoLabels[progress.state]) || stateLabels[progress.state]} {progress.message}
        </p>
      )}
      {data && isReady && progress?.state !== 'live' && (
        <div>
          <Button kind="action" busy={isRunning} onClick={publish}>
            {undoes ? 'Undo it' : 'Publish these changes'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
