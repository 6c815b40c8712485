import type { Db } from '../../platform/database/actor.ts'

/** A database on which every transaction with a result fails. Transactions without a result succeed, so that jobs can still be enqueued. */
export const brokenOnResult = (db: Db): Db => ({
  ...db,
  asActor: (actor, work) =>
    db.asActor(actor, async (tx) => {
      const found = await work(tx)
      if (found) throw new Error('the database went away')
      return found
    }),
})
