import type { PublishReview } from '../../../editing/editing.ts';
import { useData } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Progress, Review, publishLabels } from './PublishSteps.tsx';
import { usePublish } from './use-publish.ts';

const labels = {
  ...publishLabels,
  live: 'The last publish was undone.',
  failed: 'Nothing was undone; the site is unchanged.',
};

/** Shows what the undo of the last publish is about to change, starts it, and follows it until it is live. */
export function UndoPublish({ onClose }: { onClose: () => void }) {
  const publishing = usePublish('/api/pages/undo-publish');
  const { data, error } = useData<PublishReview>('/api/pages/undo-publish', []);
  return (
    <Dialog title="Undo the last publish" isBusy={publishing.isBusy} onClose={onClose}>
      <Review publishing={publishing} data={data} error={error}>
        {publishing.progress?.state !== 'live' && (
          <p>The site will go back to what it showed before the last publish. Your draft will stay as it is.</p>
        )}
      </Review>
      <Progress publishing={publishing} labels={labels} start={data && (() => publishing.start({ seen: data.seen }))} button="Undo it" />
    </Dialog>
  );
}
