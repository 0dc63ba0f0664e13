import { useRef } from 'react';
import type { Challenge } from 'altcha-lib';
import { isFresh, startProof } from './proof.ts';
import type { ProofOfWork } from './proof.ts';

/**
 * The proof of work of one form. It begins with the first touch and is done before a person has typed; what is old or was sent is replaced without a
 * word. `given` came with the page.
 */
export function useProof(guarded: boolean, given: Challenge | undefined) {
  const working = useRef<ProofOfWork>(undefined);
  const unused = useRef(given);

  const current = () => {
    if (working.current && isFresh(working.current)) return working.current;
    working.current = startProof(unused.current);
    unused.current = undefined;
    return working.current;
  };

  return {
    begin: () => {
      if (guarded) current();
    },
    /** The text to send; empty where there is no need for one, or none could be found. */
    ready: async (): Promise<string> => (guarded ? current().text : ''),
    /** It was sent: the next one is another. */
    spend: () => {
      working.current = undefined;
    },
  };
}
