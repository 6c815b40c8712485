import type { TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

const locked = new WeakMap<Tx, Set<string>>()

/**
 * Runs `work` under the lock of a therapist’s calendar. The transaction holds the lock until it ends. The lock
 * statement is sent first, in the same round trip as the statements of `work`; the database executes those statements
 * only after it has granted the lock. Refuses with NOT_FOUND if the actor has no active connection to that therapist.
 */
export async function withCalendarLock<Result>(
  tx: Tx,
  therapistId: TherapistId,
  work: () => Promise<Result>,
): Promise<Result> {
  return tryCalendarLock(tx, therapistId, async (granted) => {
    const result = work()
    // Nothing awaits `result` if the lock is not granted. This handler prevents an unhandled rejection in that case.
    result.catch(() => {})
    if (!(await granted)) throw notFound()
    return result
  })
}

/**
 * Like `withCalendarLock`, but `work` decides what happens if the lock is not granted. `work` must await `granted`
 * before it writes.
 */
export async function tryCalendarLock<Result>(
  tx: Tx,
  therapistId: TherapistId,
  work: (granted: Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const answer = tx.run<{ locked: boolean }>('select def.lock_calendar($1) as locked', [therapistId])
  locked.set(tx, (locked.get(tx) ?? new Set()).add(therapistId))
  return work(answer.then(({ rows }) => rows[0]?.locked ?? false))
}

/**
 * Throws if the transaction does not hold the calendar lock. Without the lock, another transaction could take a slot
 * after the conflict check.
 */
export function requireCalendarLock(tx: Tx, therapistId: TherapistId): void {
  if (!locked.get(tx)?.has(therapistId)) throw new Error('a conflict check outside withCalendarLock')
}
