import { useState, type ReactNode, type Ref } from 'react';
import { sessionEnded } from '../../session-protocol.ts';
import { useHasSessionEnded } from '../session.ts';
import { focusOnMount } from './keep-place.ts';
import css from './Messages.module.css';

export function Loading() {
  return (
    <p className={`quiet ${css.line}`} role="status">
      Loading …
    </p>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className={`quiet ${css.line}`}>{children}</p>;
}

/**
 * Says why something was not done; shows nothing without a reason. The message that the session has ended disappears once the organizer has
 * signed in again.
 */
export function Failure({ ref, children }: { ref?: Ref<HTMLParagraphElement>; children: ReactNode }) {
  const hasEnded = useHasSessionEnded();
  if (!children || (children === sessionEnded && !hasEnded)) return null;
  return (
    <p className={`warning ${css.failure}`} role="alert" ref={ref}>
      {children}
    </p>
  );
}

/** Says how many were found. The text stays until the next data has arrived, because a screen reader reads each text aloud. */
export function CountFound({ isPrevious, className, text }: { isPrevious: boolean; className: string; text: string }) {
  const [shown, setShown] = useState(text);
  if (!isPrevious && shown !== text) setShown(text);
  return (
    <p className={className} role="status">
      {shown}
    </p>
  );
}

/** What stands in place of data from the desk: why it could not be loaded, or that it is being loaded. Nothing beside current data. */
export function LoadingOrFailure({ data, error }: { data: unknown; error: string | undefined }) {
  if (error) return <Failure>{error}</Failure>;
  return data ? null : <Loading />;
}

/** Says what was just done. It takes the focus, since the button that was pressed may be gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="callout screen-only" role="status" tabIndex={-1} ref={focusOnMount}>
      {children}
    </div>
  );
}
