import { readZone } from '../../people/profile/profile.ts'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'

export type PlannedCounts = { sessions: number; events: number; absences: number; series: number }

/**
 * Counts the acting therapist’s upcoming sessions (including unanswered requests), busy times and absences, and the
 * series with upcoming sessions or busy times.
 */
async function countPlansAhead(tx: Tx, now: Date): Promise<PlannedCounts> {
  const { rows } = await sql<PlannedCounts>`
    select (select count(*) from app.session s where s.therapist_id = ${tx.actor.id} and s.starts_at > ${now} and s.deleted_at is null
        and s.status = any (${['pending', ...slotHoldingStatuses]}::text[])) as sessions,
      (select count(*) from app.event e where e.therapist_id = ${tx.actor.id} and e.starts_at > ${now}) as events,
      (select count(*) from app.absence a where a.therapist_id = ${tx.actor.id} and a.ends_at > ${now}) as absences,
      (select count(*) from app.series r where r.therapist_id = ${tx.actor.id} and (
        exists (select from app.event e where e.therapist_id = r.therapist_id and e.series_id = r.id and e.starts_at > ${now})
        or exists (select from app.session s where s.therapist_id = r.therapist_id and s.series_id = r.id and s.starts_at > ${now}
          and s.status = any (${[...slotHoldingStatuses]}::text[])))) as series`.execute(tx.kysely)
  return rows[0] ?? { sessions: 0, events: 0, absences: 0, series: 0 }
}

/**
 * Counts the upcoming sessions, busy times, absences and series that a change of the time zone would affect. Also
 * returns the current zone.
 */
export async function previewZoneChange(tx: Tx, now: Date): Promise<PlannedCounts & { from: string }> {
  const [from, plans] = await Promise.all([readZone(tx), countPlansAhead(tx, now)])
  return { from, ...plans }
}

/**
 * Refuses with ZONE_WITH_PLANS if the zone changes and the therapist has upcoming sessions, busy times, absences or
 * series.
 */
export async function assertZoneCanChange(tx: Tx, zone: string, now: Date): Promise<void> {
  const { from, ...plans } = await previewZoneChange(tx, now)
  if (zone !== from && Object.values(plans).some((count) => count > 0)) throw createRefusal('ZONE_WITH_PLANS', 409)
}
