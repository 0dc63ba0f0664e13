import { createContext, useContext } from 'react';
import type { SiteFacts } from '../server/context.ts';

/** App.tsx provides it to every tab. */
export const FactsContext = createContext<SiteFacts | undefined>(undefined);

/** Returns what the desk's server says of the site and of the person who is signed in. */
export const useFacts = (): SiteFacts => useContext(FactsContext)!;

/**
 * Returns whether the signed-in person may change anything apart from their own access. The server refuses every other change of a reader,
 * so the page offers none.
 */
export const mayChange = (facts: SiteFacts): boolean => facts.signedIn?.role !== 'reader';

/** The same for a part of a tab. */
export const useMayChange = (): boolean => mayChange(useFacts());
