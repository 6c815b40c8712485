import { holdingStatuses } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { lockCalendar } from '../session/session.ts'
import { zoneOf } from './calendar.queries.ts'

export type Plans = { sessions: number; events: number; absences: number; series: number }

/** What a therapist has ahead. */
export async function plansAhead(tx: Tx, now: Date): Promise<Plans> {
  const { rows } = await sql<Plans>`
    select (select count(*) from app.session s where s.therapist_id = ${tx.actor.id} and s.starts_at > ${now} and s.deleted_at is null
        and s.status = any (${['pending', ...holdingStatuses]}::text[])) as sessions,
      (select count(*) from app.event e where e.therapist_id = ${tx.actor.id} and e.starts_at > ${now}) as events,
      (select count(*) from app.absence a where a.therapist_id = ${tx.actor.id} and a.ends_at > ${now}) as absences,
      (select count(*) from app.series s where s.therapist_id = ${tx.actor.id} and (s.last_day is null or s.last_day >= ${now}::date)) as series`.execute(
    tx.kysely,
  )
  return rows[0] ?? { sessions: 0, events: 0, absences: 0, series: 0 }
}

/** Refuses ZONE_WITH_PLANS where another zone would mean something for what the therapist has planned. */
export async function refuseOverPlans(tx: Tx, zone: string, now: Date): Promise<void> {
  const [current, plans] = await Promise.all([zoneOf(tx), plansAhead(tx, now)])
  if (zone !== current && Object.values(plans).some((count) => count > 0)) throw refuse('ZONE_WITH_PLANS', 409)
}

export async function zoneChange(tx: Tx, now: Date): Promise<Plans & { from: string }> {
  const [from, plans] = await Promise.all([zoneOf(tx), plansAhead(tx, now)])
  return { from, ...plans }
}

export type ZoneChange = { zone: string; keep: 'instant' | 'wall-clock'; command: string }

/** Takes another zone. */
export async function changeZone(tx: Tx, change: ZoneChange, now: Date): Promise<{ moved: number }> {
  await lockCalendar(tx, tx.actor.id as string)
  await setZone(tx, change.zone, now)
  return { moved: 0 }
}

const setZone = (tx: Tx, zone: string, now: Date) =>
  tx.kysely.updateTable('profile').set({ zone, updated_at: now }).where('account_id', '=', tx.actor.id).execute()
