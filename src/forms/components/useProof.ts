import { useRef, useState } from 'react';
import type { Challenge } from 'altcha-lib';
import { isOld, startProof } from './solve-proof.ts';
import type { ProofOfWork } from './solve-proof.ts';

/**
 * The proof of work of one form. It begins with the first touch and is done before a person has typed; one that failed, is old or was sent is replaced
 * without a word. `given` came with the page.
 */
export function useProof(guarded: boolean, given: Challenge | undefined) {
  const working = useRef<ProofOfWork>(undefined);
  const [had] = useState(() => given && { challenge: given, at: Date.now() });
  const unused = useRef(had);

  const current = () => {
    if (working.current && !working.current.isUseless()) return working.current;
    working.current = startProof(unused.current && !isOld(unused.current.at) ? unused.current : undefined);
    unused.current = undefined;
    return working.current;
  };

  return {
    begin: () => {
      if (guarded) current();
    },
    /** The text to send, once it is there; undefined before. Empty where there is no need for one, or none could be found. */
    found: () => (guarded ? current().found() : ''),
    ready: () => current().text,
    /** It was sent: the next one is another. */
    spend: () => {
      working.current = undefined;
    },
  };
}
