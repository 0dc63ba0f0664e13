import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { utmOf } from '../hidden-fields.ts';
import { tooManyPosts } from '../too-many-posts.ts';
import { problemsIn, problemWith } from '../validate.ts';
import type { FormDefinition, Problems, Values } from '../definition.ts';
import { usePressGuard } from './usePressGuard.ts';
import { useSubmit, type SubmitOptions } from './useSubmit.ts';

const offline = 'You seem to be offline. Everything you typed is still here. Please send it again once you’re back online.';
const tooMany = (seconds: number) =>
  `${tooManyPosts}, and we’ll send it automatically in ${seconds === 1 ? 'a second' : `${seconds} seconds`}: just leave this page open.`;

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** What the server found when the form was sent before, and how it may be sent now. */
interface Options extends SubmitOptions {
  initialProblems: Problems;
  initialNotice: string | undefined;
}

/**
 * What script adds to a form that works without it: the server's own messages when focus leaves a field, a summary that takes the focus, no
 * second submission while one is being sent, the proof of work, and the campaign parameters of the page.
 */
export function useEnhancedForm(definition: FormDefinition, { initialProblems, initialNotice, ...options }: Options) {
  const { retryAfterSeconds } = options;
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  /** The problems beside the fields; each is checked again when the focus leaves its field. */
  const [problems, setProblems] = useState(initialProblems);
  /** The problems in the summary, which are those of the last press of the button. */
  const [listed, setListed] = useState(initialProblems);
  const [notice, setNotice] = useState(initialNotice);
  const { status, cancel, submit, isRepeated, onTouch } = useSubmit(form, options);
  const [refusals, setRefusals] = useState(0);
  const utm = useUtm(form);
  useRestoredTextareas();

  useOwnMessages(form);
  useRestoredPage(() => {
    cancel();
    if (retryAfterSeconds !== undefined) setNotice(undefined);
  });

  useEffect(() => {
    // The server's notice asks the visitor to send the form again; with script it sends itself.
    if (retryAfterSeconds !== undefined) setNotice(tooMany(retryAfterSeconds));
    // `autofocus` has no effect in a frame; the server's summary is focused here, unless the focus is elsewhere by now.
    if (document.activeElement === document.body) summary.current?.focus();
  }, [retryAfterSeconds]);

  useEffect(() => {
    if (refusals === 0) return;
    document.title = `Error: ${document.title.replace(/^Error: /u, '')}`;
    summary.current?.focus();
  }, [refusals]);

  const check = (wire: string) => {
    const field = definition.fields.find((candidate) => candidate.wire === wire);
    if (!field || !form.current) return;
    const problem = problemWith(field, valuesOf(form.current)[wire]);
    setProblems(
      (others) => Object.fromEntries(Object.entries({ ...others, [wire]: problem }).filter(([, text]) => text !== undefined)) as Problems,
    );
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isRepeated()) return event.preventDefault();
    const all = problemsIn(definition, valuesOf(event.currentTarget));
    setProblems(all);
    setListed(all);
    setNotice(navigator.onLine ? undefined : offline);
    if (Object.keys(all).length === 0 && navigator.onLine) return submit(event);
    event.preventDefault();
    cancel();
    setRefusals(refusals + 1);
  };

  const { onPointerDown, onBlur } = usePressGuard(check);
  const handlers = {
    onBlur,
    onFocus: onTouch,
    onPointerDown: () => {
      onTouch();
      onPointerDown();
    },
    onInput: onTouch,
    onSubmit,
  };
  return { form, summary, handlers, problems, listed, notice, status, utm };
}

/** Returns the campaign parameters of the page; undefined until the form is hydrated. */
function useUtm(form: RefObject<HTMLFormElement | null>) {
  const [utm, setUtm] = useState<Record<string, string>>();

  useEffect(() => {
    // In the retreat page's frame, the campaign is in the address of the page around it.
    const outer = document.referrer.startsWith(`${location.origin}/`) ? utmOf(document.referrer) : {};
    setUtm({ ...outer, ...utmOf(location.href) });
  }, []);

  useEffect(() => {
    // The campaign is in the form: now it may be submitted (src/site/islands/touch.ts).
    if (utm) form.current?.dispatchEvent(new Event('hydrated', { bubbles: true }));
  }, [form, utm]);

  return utm;
}

/** Replaces the browser's own messages, where script shows ours. */
function useOwnMessages(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!form.current) return;
    form.current.noValidate = true;
    // The browser would truncate a paste silently, and counts in UTF-16; our own message says what is too long.
    for (const control of form.current.querySelectorAll('[maxlength]')) control.removeAttribute('maxlength');
  }, [form]);
}

/** Calls a function when a visitor returns to the page and the browser shows it as it was left. */
function useRestoredPage(onRestored: () => void): void {
  const latest = useEffectEvent(onRestored);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}

/** While hydrating, React restores the first text of a textarea over what was typed meanwhile. */
function useRestoredTextareas(): void {
  const [typed] = useState(() =>
    typeof document === 'undefined' ? [] : [...document.querySelectorAll('textarea')].map((area) => [area, area.value] as const),
  );
  useLayoutEffect(() => {
    for (const [area, text] of typed) if (area.value !== text) area.value = text;
  }, [typed]);
}
