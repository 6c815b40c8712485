import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'

const locked = new WeakMap<Tx, Set<string>>()

/**
 * Runs `work` under the lock of a therapist's calendar, which the transaction holds until it ends. The lock is sent before `work` starts, so every
 * statement of `work` is answered after the lock was granted, in the same round trip. Refuses NOT_FOUND where the actor has no active
 * connection to that therapist.
 */
export async function withCalendarLock<Result>(
  tx: Tx,
  therapistId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return tryCalendarLock(tx, therapistId, async (granted) => {
    const result = work()
    // Without the lock the refusal below is the answer, whatever `work` runs into.
    result.catch(() => {})
    if (!(await granted)) throw notFound()
    return result
  })
}

/** The same for work that has an answer of its own where the lock is not granted. It awaits `granted` before it writes. */
export async function tryCalendarLock<Result>(
  tx: Tx,
  therapistId: string,
  work: (granted: Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const answer = tx.run<{ locked: boolean }>('select def.lock_calendar($1) as locked', [therapistId])
  locked.set(tx, (locked.get(tx) ?? new Set()).add(therapistId))
  return work(answer.then(({ rows }) => rows[0]?.locked ?? false))
}

/** Throws where a conflict check runs before the calendar was locked: its answer could be out of date when the slot is taken. */
export function requireCalendarLock(tx: Tx, therapistId: string): void {
  if (!locked.get(tx)?.has(therapistId)) throw new Error('a conflict check outside withCalendarLock')
}
