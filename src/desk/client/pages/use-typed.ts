import { useState } from 'react';

/**
 * The text of a field whose value somebody else, or another tab, can change while it is typed. What is typed stays until it is saved, even
 * if the value is another one now.
 */
export function useTyped(current: string) {
  const [typed, setTyped] = useState<{ text: string; from: string }>();
  const { text, from } = typed ?? { text: current, from: current };

  return {
    text,
    /** Whether what is typed replaces another value than the current one. */
    isOutdated: from !== current && text !== current,
    setText: (next: string) => setTyped({ text: next, from }),
    /** Saves what is typed. `save` returns whether it could. What is typed meanwhile stays, as a change of what was saved. */
    async keep(save: () => Promise<boolean>): Promise<void> {
      setTyped({ text, from: current });
      if (await save()) setTyped((now) => (now && now.text !== text ? { text: now.text, from: text } : undefined));
    },
  };
}
