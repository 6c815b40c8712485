import type { Tx } from '../../../platform/database/actor.ts'

/** The public module of video calls in Attune. */

/** Returns the number of calls of the last 30 days, and the minutes in them, for an admin. Contains no names. */
export async function countRecentCalls(tx: Tx): Promise<{ calls: number; minutes: number }> {
  const { rows } = await tx.run<{ calls: number; minutes: number }>(
    'select calls, minutes from def.video_call_counts()',
  )
  return rows[0] ?? { calls: 0, minutes: 0 }
}
