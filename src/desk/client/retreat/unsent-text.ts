import { useState } from 'react';

/** Texts that were typed in a dialog and not sent, by what they are for. They are lost when the page is reloaded. */
const unsentTexts = new Map<string, string>();

/**
 * Returns a text that stays when its dialog closes, which Escape does, and is there again when the dialog is opened for the same purposes or
 * for some of them; and functions that set it, and that drop it for a purpose for which it was sent.
 */
export function useUnsentText(purposes: string[]) {
  const [text, setText] = useState(() => textOfAll(purposes));
  return {
    text,
    setText(typed: string) {
      for (const purpose of purposes) unsentTexts.set(purpose, typed);
      setText(typed);
    },
    drop: (purpose: string) => void unsentTexts.delete(purpose),
  };
}

/** Returns the text that was typed for all of these purposes together; empty if there is none. */
function textOfAll(purposes: string[]): string {
  const [text = '', ...others] = new Set(purposes.map((purpose) => unsentTexts.get(purpose)));
  return others.length === 0 ? text : '';
}
