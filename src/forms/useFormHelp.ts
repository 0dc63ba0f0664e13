import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, SubmitEvent } from 'react';
import type { Challenge } from 'altcha-lib';
import { problemsIn, problemWith } from './check.ts';
import type { FormDefinition, Problems, Values } from './definition.ts';
import { proofField } from './guards.ts';
import { useProof } from './useProof.ts';
import { utmOf } from './utm.ts';

/** How long a press counts as under way, in milliseconds. */
const patience = 8000;

const unreachable = 'You seem to be offline. Everything you typed is still here: send it again once you are connected.';

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** What the server said about the form when it came back, and what it gave it to go on with. */
export interface Answered {
  problems: Problems;
  notice: string | undefined;
  /** In so many seconds it may be sent again. */
  retryAfter: number | undefined;
  challenge: Challenge | undefined;
  /** Whether it wants a proof of work: a provider's does not. */
  guarded: boolean;
}

/** `waiting`: pressed, and to be sent by itself as soon as it may be. */
type Sending = 'no' | 'waiting' | 'yes';

/**
 * What script adds to a form that works without it: the server's own messages when a field is left, a summary that takes the focus, no second press
 * while sending, the proof that keeps robots away, and the campaign parameters of the page.
 */
export function useFormHelp(definition: FormDefinition, { problems: found, notice: said, retryAfter, challenge, guarded }: Answered) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const pressing = useRef(false);
  const proven = useRef(false);
  const [problems, setProblems] = useState(found);
  const [listed, setListed] = useState(found);
  const [notice, setNotice] = useState(said);
  const [sending, setSending] = useState<Sending>(retryAfter === undefined ? 'no' : 'waiting');
  const proof = useProof(guarded, challenge);
  const [refusals, setRefusals] = useState(0);
  const [utm, setUtm] = useState<Record<string, string>>({});

  // Hydrating, React puts a textarea's first text back, over what she has typed meanwhile.
  const [typed] = useState(() =>
    typeof document === 'undefined' ? [] : [...document.querySelectorAll('textarea')].map((area) => [area, area.value] as const),
  );
  useLayoutEffect(() => {
    for (const [area, text] of typed) if (area.value !== text) area.value = text;
  }, [typed]);

  useEffect(() => {
    // The browser's own bubbles step back only where ours are there to take over.
    if (form.current) form.current.noValidate = true;
    // The browser would cut a paste without a word, and counts in UTF-16; our own message says what is too long.
    for (const box of form.current?.querySelectorAll('[maxlength]') ?? []) box.removeAttribute('maxlength');
    // `autofocus` does not reach into a frame; the server's summary gets the focus here, unless she has it elsewhere by now.
    if (document.activeElement === document.body) summary.current?.focus();
    // In the retreat page's frame, the campaign is in the address of the page around it.
    const around = document.referrer.startsWith(`${location.origin}/`) ? utmOf(document.referrer) : {};
    setUtm({ ...around, ...utmOf(location.href) });
    const restored = (event: PageTransitionEvent) => event.persisted && setSending('no');
    addEventListener('pageshow', restored);
    return () => removeEventListener('pageshow', restored);
  }, []);

  useEffect(() => {
    if (refusals === 0) return;
    document.title = `Error: ${document.title.replace(/^Error: /u, '')}`;
    summary.current?.focus();
  }, [refusals]);

  /** A press on the button takes the focus from a field; a message put in at that moment would push the button away from under the finger. */
  const onPointerDown = () => {
    pressing.current = true;
    addEventListener('pointerup', () => (pressing.current = false), { once: true });
  };

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const field = definition.fields.find(({ wire }) => wire === (target as unknown as HTMLInputElement).name);
    const leftTheWindow = document.activeElement === (target as Element);
    if (!field || !form.current || pressing.current || leftTheWindow) return;
    const problem = problemWith(field, valuesOf(form.current)[field.wire]);
    setProblems((others) => {
      const now = { ...others };
      if (problem === undefined) delete now[field.wire];
      else now[field.wire] = problem;
      return now;
    });
  };

  /** The second time around it carries its proof, or does without where none can be found: then a mail asks her to confirm. */
  const sendWith = async (sent: HTMLFormElement) => {
    const text = await proof.ready();
    (sent.elements.namedItem(proofField) as HTMLInputElement | null)?.setAttribute('value', text);
    proven.current = true;
    sent.requestSubmit();
  };

  useEffect(() => {
    if (retryAfter === undefined) return;
    const timer = setTimeout(() => void (form.current && sendWith(form.current)), retryAfter * 1000);
    return () => clearTimeout(timer);
    // Once, from when the page came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [retryAfter]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const isProven = proven.current || !guarded;
    proven.current = false;
    if (sending !== 'no' && !(sending === 'waiting' && isProven)) return event.preventDefault();
    const all = problemsIn(definition, valuesOf(event.currentTarget));
    const refused = Object.keys(all).length > 0 || !navigator.onLine;
    setProblems(all);
    setListed(all);
    setNotice(navigator.onLine ? undefined : unreachable);
    setSending(refused ? 'no' : isProven ? 'yes' : 'waiting');
    if (refused || !isProven) event.preventDefault();
    if (refused) return setRefusals(refusals + 1);
    if (!isProven) return void sendWith(event.currentTarget);
    proof.spend();
    // The page that answers takes this one's place; when none came, or she pressed Stop, she may send again: one person counts once.
    setTimeout(() => setSending('no'), patience);
  };

  return { form, summary, problems, listed, notice, sending, utm, onBlur, onSubmit, onPointerDown, onTouch: proof.begin };
}
