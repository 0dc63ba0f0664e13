import { useEffect, useRef, useState } from 'react';
import type { RefObject, SubmitEvent } from 'react';
import type { Challenge } from 'altcha-lib';
import { proofField } from '../guards.ts';
import { useProof } from './useProof.ts';

/** How long a press counts as under way, in milliseconds. */
const patience = 8000;

/** `waiting`: to be sent by itself, as soon as it may be: its proof is not ready yet, or `seconds` have to pass. */
export interface Sending {
  now: 'no' | 'waiting' | 'yes';
  seconds?: number;
}

interface Given {
  /** Whether the form wants a proof of work: a provider's does not. */
  guarded: boolean;
  challenge: Challenge | undefined;
  /** In so many seconds it may be sent again, and then sends itself. */
  retryAfter: number | undefined;
}

/** Sends a form once for each press: as soon as its proof of work is there, and by itself where it came too soon. */
export function useSending(form: RefObject<HTMLFormElement | null>, { guarded, challenge, retryAfter }: Given) {
  const proof = useProof(guarded, challenge);
  const [sending, setSending] = useState<Sending>({ now: 'no' });
  /** The proof that was waited for. */
  const found = useRef<string>(undefined);
  /** What is under way; another press, or giving up, makes it void. */
  const attempt = useRef(0);

  const stop = () => {
    attempt.current += 1;
    found.current = undefined;
    setSending({ now: 'no' });
  };

  const sendOnceProven = async () => {
    const own = ++attempt.current;
    setSending({ now: 'waiting' });
    const text = await proof.ready();
    // A form takes no second submit event while its first is still being told to everybody (HTML Standard, 4.10.22.3).
    await new Promise((resolve) => setTimeout(resolve));
    if (own !== attempt.current) return;
    found.current = text;
    form.current?.requestSubmit();
  };

  useEffect(() => {
    // Whoever was here before the script has touched it already.
    if (form.current?.contains(document.activeElement)) proof.begin();
    if (retryAfter === undefined) return;
    const own = ++attempt.current;
    const due = Date.now() + retryAfter * 1000;
    const count = () => {
      if (own !== attempt.current) return clearInterval(timer);
      const seconds = Math.ceil((due - Date.now()) / 1000);
      if (seconds > 0) return setSending({ now: 'waiting', seconds });
      clearInterval(timer);
      void sendOnceProven();
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
    // Once, when the page has come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    sending,
    stop,
    onTouch: proof.begin,
    /** For each submit event: whether it is one press too many, or what was begun comes around. */
    isRepeated: () => sending.now !== 'no' && found.current === undefined,
    /** Lets the event through with its proof, or without where none can be found: then a mail asks her to confirm. Holds it back until that is known. */
    send: (event: SubmitEvent<HTMLFormElement>) => {
      const text = found.current ?? proof.found();
      found.current = undefined;
      if (text === undefined) {
        event.preventDefault();
        return void sendOnceProven();
      }
      event.currentTarget.querySelector(`[name="${proofField}"]`)?.setAttribute('value', text);
      proof.spend();
      const own = ++attempt.current;
      setSending({ now: 'yes' });
      // The page that answers takes this one's place; when none came, or she pressed Stop, she may send again: one person counts once.
      setTimeout(() => own === attempt.current && stop(), patience);
    },
  };
}
