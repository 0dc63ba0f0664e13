import { useMutation } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import type { SiteFacts } from '../server/context.ts';
import { Button } from './components/Button.tsx';
import { Failure } from './components/Messages.tsx';
import { request } from './request.ts';
import { resumeSession } from './session.ts';
import css from './SessionEnded.module.css';

interface Props {
  /** The id of the organizer whose session has ended. */
  organizer: string | undefined;
  onResume: () => void;
}

/** Covers the desk until the same organizer has signed in again in another tab, so that what was typed is not lost. */
export function SessionEnded({ organizer, onResume }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    element.showModal();
    return () => element.close();
  }, []);

  const resuming = useMutation({
    mutationFn: () => request<SiteFacts>('/api/site'),
    onSuccess({ signedIn }) {
      if (signedIn?.id !== organizer) return location.reload();
      resumeSession();
      return onResume();
    },
  });

  return (
    <dialog
      className={css.cover}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it after a second press of Escape.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <h2 id={id}>Your session has ended</h2>
      <p>What you typed on this page is still here. Sign in again in a new tab, come back to this one, and continue.</p>
      <Failure>{resuming.error?.message}</Failure>
      <p className="row">
        <a href="/sign-in" target="_blank" rel="noreferrer">
          Sign in, in a new tab
        </a>
        <Button kind="action" onClick={() => resuming.mutate()}>
          Continue
        </Button>
      </p>
    </dialog>
  );
}
