import { useState } from 'react';

/**
 * The text of a field whose value somebody else, or another tab, can change while the organizer types. What is typed stays until it is
 * saved, even if the value has changed by then.
 */
export function useTyped(current: string) {
  const [typed, setTyped] = useState<{ text: string; from: string }>();
  const { text, from } = typed ?? { text: current, from: current };

  return {
    text,
    /** Whether somebody else has changed the value since the organizer began to type. */
    isOutdated: from !== current && text !== current,
    setText: (next: string) => setTyped({ text: next, from }),
    /** Saves what is typed. `save` returns whether it could. What is typed meanwhile stays, as a change of what was saved. */
    async keep(save: () => Promise<boolean>): Promise<void> {
      setTyped({ text, from: current });
      if (await save()) setTyped((now) => (now && now.text !== text ? { text: now.text, from: text } : undefined));
    },
  };
}
