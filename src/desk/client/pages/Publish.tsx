import { useState } from 'react';
import type { DraftState } from '../../server/routes/pages.ts';
import { pluralize } from '../../../content/format.ts';
import { useData } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { addedBy } from './ChangeList.tsx';
import { Conflicts, type Kept } from './Conflicts.tsx';
import type { DraftReview } from '../../../editing/editing.ts';
import { placeKey, ownerName, ownerOf, placeName } from '../../../editing/place.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';
import { Progress, Review } from './PublishSteps.tsx';
import { usePublish } from './use-publish.ts';

/** Shows what the draft is about to change, publishes it, and follows it until it is live. */
export function Publish({ draft, onClose }: { draft: DraftState; onClose: () => void }) {
  const names = useOwnerNames();
  const [kept, setKept] = useState<Kept>({});
  const publishing = usePublish('/api/pages/publish');
  const { data, error } = useData<DraftReview>('/api/pages/changes', []);
  const { changes = [], conflicts = [], warnings = [] } = data ?? {};
  const added = addedBy(changes);
  const unfinished = Map.groupBy(
    draft.launch.filter(({ file }) => added.has(ownerOf(file))),
    ({ file }) => ownerOf(file),
  );
  const hasChanges = changes.length > 0 || conflicts.length > 0;
  const isEachConflictResolved = conflicts.every((place) => kept[placeKey(place)]);
  const problemCount = draft.findings.length;
  const isReady = hasChanges && isEachConflictResolved && problemCount === 0;
  const publish = () => {
    const resolved = conflicts.map((place) => ({ file: place.file, pointer: place.pointer, keep: kept[placeKey(place)] }));
    publishing.start({ seen: data?.seen, resolved });
  };

  return (
    <Dialog title="Publish" isBusy={publishing.isBusy} onClose={onClose}>
      <Review publishing={publishing} data={data} error={error} hasConflicts={conflicts.length > 0} />
      <Conflicts conflicts={conflicts} kept={kept} onKeep={(at, whose) => setKept((before) => ({ ...before, [at]: whose }))} />
      {draft.findings.map((finding) => (
        <p key={`${placeKey(finding)} ${finding.message}`} className={css.wrong}>
          {placeName(finding, names)}: {finding.message}
        </p>
      ))}
      {publishing.isReviewing &&
        warnings
          .filter(({ file }) => !added.has(ownerOf(file)))
          .map((finding) => (
            <p key={`${placeKey(finding)} ${finding.message}`} className={css.warned}>
              Check this before you publish. {placeName(finding, names)}: {finding.message}
            </p>
          ))}
      {publishing.isReviewing &&
        [...unfinished].map(([owner, findings]) => (
          <p key={owner} className={css.warned}>
            {ownerName(owner, names)} has {pluralize(findings.length, 'thing')} left to do, such as texts and pictures of the one that it
            was copied from. Visitors see it as soon as it is published and its dates are filled in. “Before going public” above your draft
            lists what is left.
          </p>
        ))}
      {hasChanges && problemCount > 0 && publishing.isReviewing && (
        <p>The changes can be published once {problemCount === 1 ? 'this problem is' : `these ${problemCount} problems are`} corrected.</p>
      )}
      <Progress publishing={publishing} start={isReady ? publish : undefined} button="Publish these changes" />
    </Dialog>
  );
}
