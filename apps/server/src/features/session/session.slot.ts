import { holdingStatuses } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'

export type Slot = { id: string; therapistId: string; startsAt: string; endsAt: string }
export type SlotConflict = { kind: 'session'; startsAt: string; endsAt: string; sessionId: string; name: string }

/** Everybody who takes or moves a slot of a therapist waits here for their turn, until the transaction ends. */
export async function lockCalendar(tx: Tx, therapistId: string): Promise<void> {
  const { rows } = await tx.run<{ locked: boolean }>('select def.lock_calendar($1) as locked', [therapistId])
  if (!rows[0]?.locked) throw notFound()
}

/**
 * What holds a part of the slot already, the session itself left out. A statement of its own after the lock, so that it
 * sees what the one before has written. Bounded from both sides, because a session lasts at most 24 hours.
 */
export async function conflictsWith(tx: Tx, slot: Slot): Promise<SlotConflict[]> {
  const dayBefore = new Date(Date.parse(slot.startsAt) - 24 * 60 * 60 * 1000)
  const { rows } = await sql<SlotConflict>`
    select 'session' as kind, s.starts_at as "startsAt", s.ends_at as "endsAt", s.id as "sessionId",
      coalesce((select string_agg(c.first_name || ' ' || left(c.last_name, 1) || '.', ', ' order by c.last_name)
        from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.therapist_id = s.therapist_id and sc.session_id = s.id), '') as name
    from app.session s
    where s.therapist_id = ${slot.therapistId} and s.starts_at < ${slot.endsAt} and s.starts_at > ${dayBefore} and s.ends_at > ${slot.startsAt}
      and s.status = any (${[...holdingStatuses]}::text[]) and s.id <> ${slot.id}
    order by s.starts_at limit 5`.execute(tx.kysely)
  return rows
}
