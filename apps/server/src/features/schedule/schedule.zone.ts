import { zoneOf } from '../profile/profile.ts'
import { holdingStatuses } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'

export type Plans = { sessions: number; events: number; absences: number; series: number }

/** Counts what a therapist has planned, including requests of clients. */
async function plansAhead(tx: Tx, now: Date): Promise<Plans> {
  const { rows } = await sql<Plans>`
    select (select count(*) from app.session s where s.therapist_id = ${tx.actor.id} and s.starts_at > ${now} and s.deleted_at is null
        and s.status = any (${['pending', ...holdingStatuses]}::text[])) as sessions,
      (select count(*) from app.event e where e.therapist_id = ${tx.actor.id} and e.starts_at > ${now}) as events,
      (select count(*) from app.absence a where a.therapist_id = ${tx.actor.id} and a.ends_at > ${now}) as absences,
      (select count(*) from app.series r where r.therapist_id = ${tx.actor.id} and (
        exists (select from app.event e where e.therapist_id = r.therapist_id and e.series_id = r.id and e.starts_at > ${now})
        or exists (select from app.session s where s.therapist_id = r.therapist_id and s.series_id = r.id and s.starts_at > ${now}
          and s.status = any (${[...holdingStatuses]}::text[])))) as series`.execute(tx.kysely)
  return rows[0] ?? { sessions: 0, events: 0, absences: 0, series: 0 }
}

/** Counts what a change of zone would affect. */
export async function zoneChange(tx: Tx, now: Date): Promise<Plans & { from: string }> {
  const [from, plans] = await Promise.all([zoneOf(tx), plansAhead(tx, now)])
  return { from, ...plans }
}

/** Refuses ZONE_WITH_PLANS if the zone changes and the therapist has something planned. */
export async function refuseOverPlans(tx: Tx, zone: string, now: Date): Promise<void> {
  const { from, ...plans } = await zoneChange(tx, now)
  if (zone !== from && Object.values(plans).some((count) => count > 0)) throw refuse('ZONE_WITH_PLANS', 409)
}
