import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

const batch = 5_000

/**
 * Erases a person's answer to the question about their location 24 hours after the person was last seen, and ends calls that no one has ended. Runs
 * with each cleanup, because a daily run would keep an answer for up to two days.
 */
export const forgetWhereabouts: Cleanup = async ({ db, clock }) => {
  await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run('select def.forget_whereabouts($1, $2)', [clock.now(), batch]),
  )
}
