import { useState } from 'react';

/** Texts that were typed in a dialog and not sent, by what they are for. They are gone when the page is loaded again. */
const unsentTexts = new Map<string, string>();

/**
 * Returns a text that stays when its dialog closes, which Escape does, and is there again when the dialog is opened for the same purpose;
 * and functions that set it, and that drop it once it is sent.
 */
export function useUnsentText(purpose: string) {
  const [text, setText] = useState(() => unsentTexts.get(purpose) ?? '');
  return {
    text,
    setText(typed: string) {
      unsentTexts.set(purpose, typed);
      setText(typed);
    },
    drop: () => void unsentTexts.delete(purpose),
  };
}
