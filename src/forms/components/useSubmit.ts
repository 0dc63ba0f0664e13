import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import type { Challenge } from 'altcha-lib';
import { proofField } from '../hidden-fields.ts';
import { isExpired, startProof, type ProofOfWork } from './solve-proof.ts';

/** After this time without a response the visitor may send again. */
const responseTimeoutMs = 8000;

/** `waiting`: the form sends itself as soon as its proof is ready, or as `seconds` have passed. */
export interface SubmitStatus {
  state: 'idle' | 'waiting' | 'sent';
  seconds?: number;
}

export interface SubmitOptions {
  /** Whether the form needs a proof of work: a provider's form does not. */
  guarded: boolean;
  challenge?: Challenge | undefined;
  /** The form sends itself after this many seconds. */
  retryAfterSeconds?: number | undefined;
}

/** Sends a form once for each press: as soon as its proof of work is ready, and by itself if it was sent too soon. */
export function useSubmit(form: RefObject<HTMLFormElement | null>, { guarded, challenge, retryAfterSeconds }: SubmitOptions) {
  const proof = useProof(guarded, challenge);
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
     * Submits with the proof, or without one if none can be found: the visitor then confirms by mail. Delays the event until that is known.
     */
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      const text = awaited.current ?? proof.solved();
      awaited.current = undefined;
      if (text === undefined) {
        event.preventDefault();
        return void submitWhenProven();
      }
      event.currentTarget.querySelector(`[name="${proofField}"]`)?.setAttribute('value', text);
      proof.spend();
      const thisAttempt = ++attempt.current;
      setStatus({ state: 'sent' });
      // The response replaces this page. If none came, or the visitor pressed Stop, the form can be sent again: a person counts once.
      setTimeout(() => thisAttempt === attempt.current && cancel(), responseTimeoutMs);
    },
  };
}

/**
 * The proof of work of one form. It starts with the first touch and is done before a person has typed. One that failed, has expired or was
 * sent is replaced. `challenge` came with the page.
 */
function useProof(guarded: boolean, challenge: Challenge | undefined) {
  const running = useRef<ProofOfWork>(undefined);
  const [received] = useState(() => challenge && { challenge, atMs: Date.now() });
  const unused = useRef(received);

  const current = () => {
    if (running.current && !running.current.isStale()) return running.current;
    running.current = startProof(unused.current && !isExpired(unused.current.atMs) ? unused.current : undefined);
    unused.current = undefined;
    return running.current;
  };

  return {
    start: () => {
      if (guarded) current();
    },
    /** Returns the text to send once it is known; undefined before. Empty if none is needed or none was found. */
    solved: () => (guarded ? current().solved() : ''),
    ready: () => current().text,
    /** The proof was sent: the next submission needs another. */
    spend: () => {
      running.current = undefined;
    },
  };
}
