import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, SubmitEvent } from 'react';
import type { Challenge } from 'altcha-lib';
import { problemsIn, problemWith } from '../validate.ts';
import type { FormDefinition, Problems, Values } from '../definition.ts';
import { useSending } from './useSending.ts';
import { utmOf } from '../utm.ts';

const unreachable = 'You seem to be offline. Everything you typed is still here: send it again once you are connected.';
const crowded = (seconds: number) =>
  `Many forms came from your connection within a minute, which happens where many people share one. Everything you typed is still here, and goes out by itself in ${seconds === 1 ? 'a second' : `${seconds} seconds`}: just leave this page open.`;

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

/**
 * What script adds to a form that works without it: the server's own messages when a field is left, a summary that takes the focus, no second press
 * while sending, the proof that keeps robots away, and the campaign parameters of the page.
 */
export function useFormHelp(definition: FormDefinition, { problems: found, notice: said, ...given }: Answered) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  /** The press that is under way, until it is over. */
  const press = useRef<AbortController>(undefined);
  /** The fields that were left by it. */
  const left = useRef(new Set<string>());
  const [problems, setProblems] = useState(found);
  const [listed, setListed] = useState(found);
  const [notice, setNotice] = useState(said);
  const { sending, stop, send, isRepeated, onTouch } = useSending(form, given);
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
    // The server asked her to send it again; with script she need not.
    if (given.retryAfter !== undefined) setNotice(crowded(given.retryAfter));
    // `autofocus` does not reach into a frame; the server's summary gets the focus here, unless she has it elsewhere by now.
    if (document.activeElement === document.body) summary.current?.focus();
    // In the retreat page's frame, the campaign is in the address of the page around it.
    const around = document.referrer.startsWith(`${location.origin}/`) ? utmOf(document.referrer) : {};
    setUtm({ ...around, ...utmOf(location.href) });
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      stop();
      if (given.retryAfter !== undefined) setNotice(undefined);
    };
    addEventListener('pageshow', restored);
    return () => removeEventListener('pageshow', restored);
    // Once, when the page has come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (refusals === 0) return;
    document.title = `Error: ${document.title.replace(/^Error: /u, '')}`;
    summary.current?.focus();
  }, [refusals]);

  const check = (wire: string) => {
    const field = definition.fields.find((one) => one.wire === wire);
    if (!field || !form.current) return;
    const problem = problemWith(field, valuesOf(form.current)[wire]);
    setProblems((others) => {
      const now = { ...others };
      if (problem === undefined) delete now[wire];
      else now[wire] = problem;
      return now;
    });
  };

  /** A press takes the focus from a field; a message that came or went at that moment would move what is pressed away from under the finger. */
  const onPointerDown = () => {
    press.current?.abort();
    const { signal } = (press.current = new AbortController());
    const over = () => {
      if (signal.aborted) return;
      press.current?.abort();
      left.current.forEach(check);
      left.current.clear();
    };
    for (const end of ['click', 'pointercancel', 'keydown']) addEventListener(end, over, { signal });
    // By touch, the focus moves only after the finger is up, and then the click comes. Some presses end without one.
    addEventListener('pointerup', () => setTimeout(over, 500), { signal });
  };

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as unknown as HTMLInputElement;
    const leftTheWindow = document.activeElement === (target as Element);
    if (leftTheWindow) return;
    if (press.current?.signal.aborted === false) left.current.add(name);
    else check(name);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isRepeated()) return event.preventDefault();
    const all = problemsIn(definition, valuesOf(event.currentTarget));
    setProblems(all);
    setListed(all);
    setNotice(navigator.onLine ? undefined : unreachable);
    if (Object.keys(all).length === 0 && navigator.onLine) return send(event);
    event.preventDefault();
    stop();
    setRefusals(refusals + 1);
  };

  return { form, summary, problems, listed, notice, sending, utm, onBlur, onSubmit, onPointerDown, onTouch };
}
