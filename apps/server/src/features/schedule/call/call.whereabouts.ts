import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

const batch = 5_000

/**
 * Erases the clients' answers to the question of where they are, 24 hours after their last sign of life, and ends calls that nobody has ended. It
 * runs with each cleanup, because a daily one would keep an answer for up to two days.
 */
export const forgetWhereabouts: Cleanup = async ({ db, clock }) => {
  await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run('select def.forget_whereabouts($1, $2)', [clock.now(), batch]),
  )
}
