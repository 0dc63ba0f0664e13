import { useEffect, useState } from 'react';

/** The fields of the form, as the organizer types them. */
export interface Fields {
  subject: string;
  text: string;
  href: string;
  linkText: string;
}

/** Words that are not saved. */
export interface Unsaved extends Fields {
  /** The version of the saved letter that the organizer changed. */
  version: string;
}

const keyOf = (id: string): string => `letter ${id}`;

export const dropUnsaved = (id: string): void => sessionStorage.removeItem(keyOf(id));

/**
 * Returns the words of a letter that are typed and not saved, undefined if there are none, and the function that sets them. They stay in
 * this tab of the browser until they are saved or dropped, even if the page is left or loaded again.
 */
export function useUnsaved(id: string) {
  const [unsaved, setUnsaved] = useState<Unsaved | undefined>(() => {
    const stored = sessionStorage.getItem(keyOf(id));
    return stored === null ? undefined : (JSON.parse(stored) as Unsaved);
  });
  useEffect(() => {
    if (unsaved) sessionStorage.setItem(keyOf(id), JSON.stringify(unsaved));
    else dropUnsaved(id);
  }, [id, unsaved]);
  return [unsaved, setUnsaved] as const;
}
