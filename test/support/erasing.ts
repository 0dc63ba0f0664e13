import type { Store } from '../../src/app/open-store.ts';

/** For `eraseOlderThan`: the founders of no retreat are kept, and no email is a file. */
export const keepingNobody = { keptRetreats: [], alumnaeRetreats: [], removeMails: async () => {} };

/** Erases a person's rows, as the command and the desk do. `removeMails` gets the ids of the deliveries before the transaction ends. */
export const eraseRows = (
  { people }: Pick<Store, 'people'>,
  email: string,
  now: Date,
  removeMails: (deliveries: string[]) => Promise<void> = async () => {},
): Promise<{ submissions: number }> => people.erase({ email, addressId: 'address id', removeMails }, now);
