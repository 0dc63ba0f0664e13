import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, SubmitEvent } from 'react';
import { problemsIn, problemWith } from './check.ts';
import type { FormDefinition, Problems, Values } from './definition.ts';
import { utmOf } from './utm.ts';

/** How long a press counts as under way, in milliseconds. */
const patience = 8000;

const unreachable = 'You seem to be offline. Everything you typed is still here: send it again once you are connected.';

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * What script adds to a form that works without it: the server's own messages when a field is left, a summary that takes
 * the focus, no second press while sending, and the campaign parameters of the page. `found` is what the server said.
 */
export function useFormHelp(definition: FormDefinition, found: Problems, said: string | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const pressing = useRef(false);
  const [problems, setProblems] = useState(found);
  const [listed, setListed] = useState(found);
  const [notice, setNotice] = useState(said);
  const [sending, setSending] = useState(false);
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
    const restored = (event: PageTransitionEvent) => event.persisted && setSending(false);
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

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (sending) return event.preventDefault();
    const all = problemsIn(definition, valuesOf(event.currentTarget));
    const refused = Object.keys(all).length > 0 || !navigator.onLine;
    setProblems(all);
    setListed(all);
    setNotice(navigator.onLine ? undefined : unreachable);
    setSending(!refused);
    // The page that answers takes this one's place; when none came, or she pressed Stop, she may send again: one person counts once.
    if (!refused) {
      setTimeout(() => setSending(false), patience);
      return;
    }
    event.preventDefault();
    setRefusals(refusals + 1);
  };

  return { form, summary, problems, listed, notice, sending, utm, onBlur, onSubmit, onPointerDown };
}
