import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import type { Challenge } from 'altcha-lib';
import { proofField } from '../hidden-fields.ts';
import { useProof } from './useProof.ts';

/** After this time without a response the visitor may send again. */
const responseTimeoutMs = 8000;

/** `waiting`: the form sends itself as soon as its proof is ready, or as `seconds` have passed. */
export interface SubmitStatus {
  state: 'idle' | 'waiting' | 'sent';
  seconds?: number;
}

export interface SubmitOptions {
  /** Whether the form needs a proof of work: a provider's form does not. */
  needsProof: boolean;
  challenge?: Challenge | undefined;
  /** The form sends itself after this many seconds. */
  retryAfterSeconds?: number | undefined;
}

/** Sends a form once for each press: as soon as its proof of work is ready, and by itself if it was sent too soon. */
export function useSubmit(form: RefObject<HTMLFormElement | null>, { needsProof, challenge, retryAfterSeconds }: SubmitOptions) {
  const proof = useProof(needsProof, challenge);
  const [status, setStatus] = useState<SubmitStatus>({ state: 'idle' });
  /** The proof that a delayed submission waited for. */
  const awaited = useRef<string>(undefined);
  /** The number of the current attempt. Another press, or `cancel`, invalidates it. */
  const attempt = useRef(0);

  const cancel = () => {
    attempt.current += 1;
    awaited.current = undefined;
    setStatus({ state: 'idle' });
  };

  const submitWhenProven = async () => {
    const thisAttempt = ++attempt.current;
    setStatus({ state: 'waiting' });
    const text = await proof.ready();
    // A form ignores a second submit event while its first is still being dispatched (HTML Standard, 4.10.22.3).
    await new Promise((resolve) => setTimeout(resolve));
    if (thisAttempt !== attempt.current) return;
    awaited.current = text;
    form.current?.requestSubmit();
  };

  useEffect(() => {
    // The visitor may have touched the form before the script was there.
    if (form.current?.contains(document.activeElement)) proof.start();
    if (retryAfterSeconds === undefined) return;
    const thisAttempt = ++attempt.current;
    const dueMs = Date.now() + retryAfterSeconds * 1000;
    const count = () => {
      if (thisAttempt !== attempt.current) return clearInterval(timer);
      const seconds = Math.ceil((dueMs - Date.now()) / 1000);
      if (seconds > 0) return setStatus({ state: 'waiting', seconds });
      clearInterval(timer);
      void submitWhenProven();
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
    // Only once, after hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    status,
    cancel,
    onTouch: proof.start,
    /** Whether a submit event is a repeated press, and not the one that was delayed. */
    isRepeated: () => status.state !== 'idle' && awaited.current === undefined,
    /**
     * Submits with the proof, or without one if none can be found: the visitor then confirms by email. Delays the event until that is
     * known.
     */
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      const text = awaited.current ?? proof.solved();
      awaited.current = undefined;
      if (text === undefined) {
        event.preventDefault();
        return void submitWhenProven();
      }
      // Only the entries of this submission get it: a field would be sent without script too, and restored when a visitor returns. The
      // browser collects them before the next task. Until then anybody may read them, such as an extension that stores what is sent.
      const sent = new AbortController();
      if (text) form.current?.addEventListener('formdata', ({ formData }) => formData.set(proofField, text), { signal: sent.signal });
      setTimeout(() => sent.abort());
      proof.spend();
      const thisAttempt = ++attempt.current;
      setStatus({ state: 'sent' });
      // The response replaces this page. If none came, or the visitor pressed Stop, the form can be sent again: a person counts once.
      setTimeout(() => thisAttempt === attempt.current && cancel(), responseTimeoutMs);
    },
  };
}
