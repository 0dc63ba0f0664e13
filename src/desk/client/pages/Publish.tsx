import { useEffect, useState } from 'react';
import type { DraftState } from '../../server/routes/pages.ts';
import { pluralize } from '../../../content/format.ts';
import { queryClient, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure, Loading } from '../components/Messages.tsx';
import { notResponding, post, request } from '../request.ts';
import { ChangeList } from './ChangeList.tsx';
import { atOf, textOf } from './page-data.ts';
import type { PublishReview, PublishState } from '../../../editing/editing.ts';
import type { Conflict } from '../../../editing/edits.ts';
import { placeName } from '../../../editing/place-name.ts';
import css from './Pages.module.css';

const pollMs = 500;

/** Ten seconds. */
const maxFailedPolls = 20;

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
  const [kept, setKept] = useState<Record<string, 'mine' | 'theirs'>>({});
  const [progress, setProgress] = useState<PublishState>();
  const [refusal, setRefusal] = useState('');
  const [failedPolls, setFailedPolls] = useState(0);
  const isRunning = progress?.state === 'building' || progress?.state === 'switching';
  /** The desk may be restarted by what is published; a longer silence has another reason. */
  const isSilent = failedPolls > maxFailedPolls;
  /** The changes can still be read and published. */
  const isReviewing = !isRunning && progress?.state !== 'live';
  const undoes = path === '/api/pages/undo-publish';
  const { data, error } = useData<Review>(undoes ? path : '/api/pages/changes', []);

  useEffect(() => {
    if (!isRunning) return undefined;
    const poll = async () => {
      try {
        setProgress(await request<PublishState>('/api/pages/publish', {}));
        setFailedPolls(0);
      } catch {
        setFailedPolls((before) => before + 1);
      }
    };
    const timer = setInterval(() => void poll(), pollMs);
    return () => clearInterval(timer);
  }, [isRunning]);

  const hasEnded = progress !== undefined && !isRunning;
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries();
  }, [hasEnded]);

  const conflicts = data?.conflicts ?? [];
  const errors = draft.findings;
  const open = conflicts.filter((place) => !kept[atOf(place)]);
  const publish = () => {
    if (isRunning) return;
    setRefusal('');
    const resolved = conflicts.map((place) => ({ file: place.file, pointer: place.pointer, keep: kept[atOf(place)] }));
    post(path, { seen: data?.seen, ...(!undoes && { resolved }) }).then(
      () => setProgress({ state: 'building' }),
      (reason: Error) => {
        setRefusal(reason.message);
        // Somebody else may have published meanwhile, so that the changes are others or have a conflict now.
        void queryClient.invalidateQueries();
      },
    );
  };
  const canPublish = data && data.changes.length + conflicts.length > 0 && errors.length === 0 && open.length === 0;
  const mayPublish = undoes ? data : canPublish;

  return (
    <Dialog title={undoes ? 'Undo the last publish' : 'Publish'} busy={isRunning && !isSilent} onClose={onClose}>
      <div className="stack">
        {error && isReviewing && <Failure>{error}</Failure>}
        {undoes && <p>The site will go back to what it showed before the last publish. Your draft will stay as it is.</p>}
        {!data && !error && <Loading />}
        {data && isReviewing && <ChangeList changes={data.changes} />}
        {data && data.mailed > 0 && isReviewing && (
          <p className={css.warned}>{pluralize(data.mailed, 'person', 'people')} who registered will get a mail about the change.</p>
        )}
        {conflicts.map((place) => (
          <fieldset key={atOf(place)} className={`stack ${css.conflict}`}>
            <legend>
              {place.pointer === ''
                ? `${placeName(place)} was added by someone else too. Which one do you want to keep?`
                : `${placeName(place)} was changed by someone else too. Which text do you want to keep?`}
            </legend>
            {(['mine', 'theirs'] as const).map((whose) => (
              <label key={whose}>
                <input
                  type="radio"
                  name={atOf(place)}
                  checked={kept[atOf(place)] === whose}
                  onChange={() => setKept((before) => ({ ...before, [atOf(place)]: whose }))}
                />
                {whose === 'mine' ? 'Yours: ' : 'Theirs: '}
                {textOf(place[whose]) || 'nothing'}
              </label>
            ))}
          </fieldset>
        ))}
        {!undoes &&
          errors.map((finding) => (
            <p key={`${atOf(finding)} ${finding.message}`} className={css.wrong}>
              {placeName(finding)}: {finding.message}
            </p>
          ))}
        {refusal && <Failure>{refusal}</Failure>}
        {isRunning && isSilent && <Failure>{notResponding}</Failure>}
        {progress && (
          <p role="status">
            {(undoes && undoLabels[progress.state]) || stateLabels[progress.state]} {progress.message}
          </p>
        )}
        {mayPublish && progress?.state !== 'live' && (
          <div>
            <Button kind="action" busy={isRunning} onClick={publish}>
              {undoes ? 'Undo it' : 'Publish these changes'}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
