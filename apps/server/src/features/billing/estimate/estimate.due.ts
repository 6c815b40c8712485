import type { ClientId } from '@attune/contract/common/ids'
import { shiftDay, todayIn, wallClockOf } from '@attune/contract/common/time/time'
import { estimateDueOn, requestedDueOn } from '@attune/contract/features/billing/estimate/estimate.rules'
import type { DueEstimate } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'

/** The maximum number of scheduled sessions, and of open requests, that are checked, earliest first. */
const maxSessions = 5000

/**
 * Returns the clients of the acting therapist for whom an estimate is due at the time `now`, earliest first, one entry per client. An estimate covers
 * all sessions in its period. Sessions of a client for whom an organization pays need no estimate.
 */
export async function listDueEstimates(tx: Tx, now: Date): Promise<DueEstimate[]> {
  const zone = await readZone(tx)
  const today = todayIn(zone, now)
  const [scheduled, asked] = await Promise.all([listUncoveredSessions(tx, now, zone), listOpenRequests(tx)])
  const all = [
    ...scheduled.flatMap(({ scheduledOn, sessionOn, ...client }) => {
      const dueOn = estimateDueOn({ scheduledOn, sessionOn })
      return dueOn === null ? [] : [{ ...client, dueOn, sessionOn }]
    }),
    ...asked.map(({ askedOn, ...client }) => ({ ...client, dueOn: requestedDueOn(askedOn), sessionOn: null })),
  ]
  const earliest = new Map<string, (typeof all)[number]>()
  for (const one of all) {
    const before = earliest.get(one.clientId)
    if (!before || one.dueOn < before.dueOn) earliest.set(one.clientId, one)
  }
  return [...earliest.values()]
    .map((one) => ({ ...one, isLate: one.dueOn < today }))
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn) || one.clientName.localeCompare(other.clientName))
}

type Client = { clientId: ClientId; clientName: string }

async function listUncoveredSessions(tx: Tx, now: Date, zone: string) {
  const { rows } = await sql<Client & { scheduledOn: string; sessionOn: string }>`
    select distinct c.id as "clientId", c.name as "clientName",
      (s.created_at at time zone ${zone})::date::text as "scheduledOn", (s.starts_at at time zone ${zone})::date::text as "sessionOn"
    from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
      join app.client_name c on c.therapist_id = sc.therapist_id and c.id = sc.client_id
    where s.therapist_id = ${tx.actor.id} and ${isScheduled(now)}
      and not exists (select from app.payer p
        where p.therapist_id = c.therapist_id and p.client_id = c.id and p.is_current and p.kind = 'organization')
      and not exists (select from app.estimate e where e.therapist_id = c.therapist_id and e.client_id = c.id
        and (s.starts_at at time zone ${zone})::date between e.period_from and e.period_until)
    order by 4, 1 limit ${maxSessions}`.execute(tx.kysely)
  return rows
}

/** SQL condition: the session `s` is scheduled, and the client of `sc` takes part. */
const isScheduled = (now: Date) => sql`s.deleted_at is null and s.status in ('scheduled', 'confirmed', 'rescheduled')
  and s.starts_at > ${now} and sc.answer <> 'declined'`

type Period = { periodFrom: string | null; periodUntil: string | null }

/** Returns the day of the next session that is scheduled with a client in a period; null if there is none. */
export async function findNextSessionDay(
  tx: Tx,
  { clientId, periodFrom, periodUntil }: Period & { clientId: ClientId },
  now: Date,
): Promise<string | null> {
  const zone = await readZone(tx)
  const { rows } = await sql<{ day: string | null }>`
    select min(o.day)::text as day from app.session s
      join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
      cross join lateral (select (s.starts_at at time zone ${zone})::date as day) o
    where s.therapist_id = ${tx.actor.id} and sc.client_id = ${clientId} and ${isScheduled(now)}
      and o.day between ${periodFrom}::date and ${periodUntil}::date`.execute(tx.kysely)
  return rows[0]?.day ?? null
}

/** SQL condition: no estimate was given since the day of the client's request `r`. */
const isOpenRequest = sql`not exists (select from app.estimate e
  where e.therapist_id = r.therapist_id and e.client_id = r.client_id and e.given_on >= r.asked_on)`

async function listOpenRequests(tx: Tx) {
  const { rows } = await sql<Client & { askedOn: string }>`
    select c.id as "clientId", c.name as "clientName", r.asked_on::text as "askedOn"
    from app.estimate_request r join app.client_name c on c.therapist_id = r.therapist_id and c.id = r.client_id
    where r.therapist_id = ${tx.actor.id} and ${isOpenRequest} order by r.asked_on limit ${maxSessions}`.execute(
    tx.kysely,
  )
  return rows
}

/** Returns the days of a client's requests after which no estimate was given, earliest first. */
export async function listOpenEstimateRequests(tx: Tx, clientId: ClientId): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select r.asked_on::text as day from app.estimate_request r
    where r.therapist_id = ${tx.actor.id} and r.client_id = ${clientId} and ${isOpenRequest} order by 1`.execute(
    tx.kysely,
  )
  return rows.map(({ day }) => day)
}

/**
 * Records that a client requested an estimate. Repeating it changes nothing. Refuses with FUTURE_DAY, and with BAD_REQUEST for a day over a year ago.
 */
export async function recordEstimateRequest(
  tx: Tx,
  { clientId, askedOn }: { clientId: ClientId; askedOn: string },
  now: Date,
): Promise<void> {
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  if (askedOn > today) throw createRefusal('FUTURE_DAY', 409)
  if (askedOn < shiftDay(today, -366)) throw createRefusal('BAD_REQUEST', 400)
  await sql`
    insert into app.estimate_request (therapist_id, client_id, asked_on) values (${tx.actor.id}, ${clientId}, ${askedOn})
    on conflict do nothing`.execute(tx.kysely)
}

/** Removes a recorded request. Removing it again changes nothing. */
export async function removeRequest(
  tx: Tx,
  { clientId, askedOn }: { clientId: ClientId; askedOn: string },
): Promise<void> {
  await sql`
    delete from app.estimate_request
    where therapist_id = ${tx.actor.id} and client_id = ${clientId} and asked_on = ${askedOn}`.execute(tx.kysely)
}
