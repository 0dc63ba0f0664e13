/** What the dialogs of a publish and of an undo show: first what would change, then how far it is. */
import type { ReactNode } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { PublishReview, PublishState } from '../../../editing/editing.ts';
import { Button } from '../components/Button.tsx';
import { focusOnMount } from '../components/keep-place.ts';
import { Failure, Loading } from '../components/Messages.tsx';
import { useFacts } from '../facts.ts';
import { notResponding } from '../request.ts';
import { ChangeList } from './ChangeList.tsx';
import css from './Pages.module.css';
import type { Publishing } from './use-publish.ts';

interface ReviewProps {
  publishing: Publishing;
  data: PublishReview | undefined;
  error: string | undefined;
  /** Whether something other than a list of changes says what there is to publish. */
  hasConflicts?: boolean;
  /** The text above the changes. */
  children?: ReactNode;
}

/** What is about to change, until it is published. */
export function Review({ publishing: { isReviewing }, data, error, hasConflicts = false, children }: ReviewProps) {
  return (
    <>
      <Failure>{isReviewing && error}</Failure>
      {children}
      {!data && !error && <Loading />}
      {data && isReviewing && (data.changes.length > 0 || !hasConflicts) && <ChangeList changes={data.changes} />}
      {data && data.mailed > 0 && isReviewing && (
        <p className={css.warned}>{pluralize(data.mailed, 'person', 'people')} who registered will get an email about the change.</p>
      )}
      {data && data.notMailed > 0 && isReviewing && (
        <p className={css.warned}>
          {pluralize(data.notMailed, 'founder has', 'founders have')} a seat or an open invitation. The site does not email them about a new
          check-in or check-out: once the changes are live, write to them under Letters.
        </p>
      )}
    </>
  );
}

/** What is said of each state of a publish. */
export const publishLabels: Record<PublishState['state'], string> = {
  idle: 'The server was restarted in the meantime. The history shows whether the changes were published.',
  building: 'The pages are being built. Until they are ready, the site stays as it is …',
  switching: 'The site is switching to the new pages …',
  live: 'The changes are live.',
  failed: 'Nothing was published; the site is unchanged.',
  incomplete: 'Publishing began and did not finish. Some pages may have changed.',
};

interface ProgressProps {
  publishing: Publishing;
  labels?: typeof publishLabels;
  /** What starts it; undefined while it cannot be started. */
  start: (() => void) | undefined;
  /** The label of the button that starts it. */
  button: string;
}

/** How far a publish is, and its button until the changes are live. */
export function Progress({
  publishing: { progress, refusal, isUnanswered, isStarting, isRunning, isSilent },
  labels = publishLabels,
  start,
  button,
}: ProgressProps) {
  const { siteUrl } = useFacts();
  return (
    <>
      <Failure>{refusal}</Failure>
      {isUnanswered && <p>It may have started anyway. Pressing “{button}” again does not do it twice.</p>}
      {isRunning && isSilent && <Failure>{notResponding}</Failure>}
      {progress && (
        // Its button leaves when the changes are live. The focus would leave with it.
        <p role="status" tabIndex={-1} ref={progress.state === 'live' ? focusOnMount : undefined}>
          {labels[progress.state]} {progress.message}
        </p>
      )}
      {progress?.state === 'live' && progress.pages && progress.pages.length > 0 && (
        <ul role="list" aria-label="On the site">
          {progress.pages.map(({ name, path }) => (
            <li key={path}>
              See it on the site:{' '}
              <a href={new URL(path, siteUrl).href} target="_blank" rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {start && progress?.state !== 'live' && (
        <Button kind="action" isUnavailable={isStarting || isRunning} onClick={start}>
          {button}
        </Button>
      )}
    </>
  );
}
