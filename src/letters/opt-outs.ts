import type { Engine } from '../database/engine.ts';

/** The methods of the letters' repository about the addresses that unsubscribed from letters. */
export function optOutMethods(engine: Engine) {
  return {
    /** Records that an address gets no more letters. This is permanent. */
    optOut(addressId: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        await db
          .insertInto('letter_opt_outs')
          .values({ address_id: addressId, since: now.toISOString() })
          .onConflict((conflict) => conflict.column('address_id').doNothing())
          .execute();
      });
    },

    /** Returns since when an address gets no letters; undefined if it may get some. */
    async optOutOf(addressId: string): Promise<{ since: string } | undefined> {
      return engine.read((db) => db.selectFrom('letter_opt_outs').select('since').where('address_id', '=', addressId).executeTakeFirst());
    },
  };
}
