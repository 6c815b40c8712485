import { holdingStatuses } from '@attune/contract/features/session.states'
import type { Conflict } from '@attune/contract/features/session'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'

export type Slot = { id: string; therapistId: string; startsAt: string; endsAt: string }

const [minute, day] = [60_000, 24 * 60 * 60 * 1000]

export const slotOf = (id: string, therapistId: string, time: { startsAt: string; durationMinutes: number }): Slot => ({
  id,
  therapistId,
  startsAt: time.startsAt,
  endsAt: new Date(Date.parse(time.startsAt) + time.durationMinutes * minute).toISOString(),
})

/** Everybody who takes or moves a slot of a therapist waits here for their turn, until the transaction ends. */
export async function lockCalendar(tx: Tx, therapistId: string): Promise<void> {
  if (!(await tryLockCalendar(tx, therapistId))) throw notFound()
}

/** False where the actor has no active connection to that therapist. Sent at once: what is asked afterwards is answered under the lock. */
export async function tryLockCalendar(tx: Tx, therapistId: string): Promise<boolean> {
  const { rows } = await tx.run<{ locked: boolean }>('select def.lock_calendar($1) as locked', [therapistId])
  return rows[0]?.locked ?? false
}

export const slotTaken = (conflicts: Conflict[]) => refuse('SLOT_TAKEN', 409, { conflicts })

/** What stands in the way of a slot, and whether that may be passed over. */
export function passOver(conflicts: Conflict[], anyway: boolean): { booked_anyway: boolean } {
  if (conflicts.length && !anyway) throw slotTaken(conflicts)
  return { booked_anyway: conflicts.length > 0 }
}

/**
 * What holds a part of the slot already, the session itself left out. A statement of its own after the lock, so that it
 * sees what the one before has written. Bounded from both sides, because a session lasts at most 24 hours.
 */
export const conflictsWith = (tx: Tx, slot: Slot): Promise<Conflict[]> =>
  overlapping(tx, slot, sql`s.status = any (${[...holdingStatuses]}::text[])`)

/** Other wishes of clients for a part of the slot: they stand side by side until one of them is confirmed. */
export const rivalsOf = (tx: Tx, slot: Slot): Promise<Conflict[]> => overlapping(tx, slot, sql`s.status = 'pending'`)

async function overlapping(tx: Tx, slot: Slot, which: RawBuilder<unknown>): Promise<Conflict[]> {
  const dayBefore = new Date(Date.parse(slot.startsAt) - day)
  const { rows } = await sql<Conflict>`
    select 'session' as kind, s.starts_at as "startsAt", s.ends_at as "endsAt", s.id as "sessionId",
      coalesce((select string_agg(c.first_name || ' ' || left(c.last_name, 1) || '.', ', ' order by c.last_name)
        from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.therapist_id = s.therapist_id and sc.session_id = s.id), '') as name
    from app.session s
    where s.therapist_id = ${slot.therapistId} and s.starts_at < ${slot.endsAt} and s.starts_at > ${dayBefore} and s.ends_at > ${slot.startsAt}
      and ${which} and s.id <> ${slot.id}
    order by s.starts_at limit 5`.execute(tx.kysely)
  return rows
}

/** The times within a slot that a connected therapist is taken, without saying by what: all that a client learns. */
export async function busyWithin(tx: Tx, slot: Slot): Promise<Conflict[]> {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    select starts_at as "startsAt", ends_at as "endsAt"
    from def.busy(${slot.therapistId}, ${slot.startsAt}::timestamptz, ${slot.endsAt}::timestamptz, ${slot.id}) limit 5`.execute(
    tx.kysely,
  )
  return rows.map((row) => ({ kind: 'session', ...row, sessionId: null, name: '' }))
}
