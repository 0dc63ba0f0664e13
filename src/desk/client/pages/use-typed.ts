import { useState } from 'react';

/**
 * The text of a field whose value somebody else can change while it is typed. A refused change stays, even if the value is somebody
 * else's now. After any other change the field shows the value.
 */
export function useTyped(current: string, isRefused: boolean) {
  const [typed, setTyped] = useState<{ text: string; from: string }>();
  const { text, from } = typed && (isRefused || typed.from === current) ? typed : { text: current, from: current };

  return {
    text,
    /** Whether what is typed replaces another value than the current one. */
    isOutdated: from !== current,
    setText: (next: string) => setTyped({ text: next, from }),
    /** Saves what is typed. `save` returns whether it could. */
    async keep(save: () => Promise<boolean>): Promise<void> {
      setTyped({ text, from: current });
      if (await save()) setTyped(undefined);
    },
  };
}
