import type { AccountId, ClientId, FreedTimeId, TherapistId, WaitingEntryId } from '@attune/contract/common/ids'
import type { HomeOffer } from '@attune/contract/features/home/client-home/client-home'
import type { OwnWaitingEntry, WaitingOffer } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** An active entry as the acting therapist or client may see it. */
export type StoredEntry = Omit<OwnWaitingEntry, 'therapistName'> & { clientId: ClientId; accountId: AccountId | null }

/** Returns the active entries that the actor can see and that match a condition on `e`, longest waiting first. */
export async function listActiveEntries(tx: Tx, condition: RawBuilder<unknown> = sql`true`): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select e.id, e.therapist_id as "therapistId", e.client_id as "clientId", e.account_id as "accountId", e.type_id as "typeId", e.format,
      e.duration_minutes as "durationMinutes", e.session_id as "sessionId", s.starts_at as "sessionStartsAt", e.weekdays,
      e.from_time as "from", e.until_time as "until", e.zone, e.notice_hours as "noticeHours", e.until_day as "untilDay", e.since, e.version,
      null::json as offer
    from app.waiting_entry e left join app.session s on s.therapist_id = e.therapist_id and s.id = e.session_id
    where e.ended_at is null and ${condition} order by e.since, e.id`.execute(tx.kysely)
  const offers = await listOpenOffers(tx)
  return rows.map((row) => ({ ...row, offer: toOffer(offers.find(({ entryId }) => entryId === row.id)) }))
}

export type StoredOffer = WaitingOffer & {
  entryId: WaitingEntryId
  therapistId: TherapistId
  freedTimeId: FreedTimeId | null
}

/** Returns the open offers that the actor can see. */
export async function listOpenOffers(tx: Tx): Promise<StoredOffer[]> {
  const { rows } = await sql<StoredOffer>`
    select o.id, o.therapist_id as "therapistId", o.entry_id as "entryId", o.freed_time_id as "freedTimeId", o.starts_at as "startsAt",
      o.ends_at as "endsAt", o.location, o.expires_at as "expiresAt"
    from app.waiting_offer o where o.state = 'open'`.execute(tx.kysely)
  return rows
}

const toOffer = (row: StoredOffer | undefined): WaitingOffer | null =>
  row
    ? { id: row.id, startsAt: row.startsAt, endsAt: row.endsAt, location: row.location, expiresAt: row.expiresAt }
    : null

/** Returns the offers that the acting client can accept now, ordered by the time at which they expire. */
export async function listAcceptableOffers(tx: Tx, now: Date): Promise<HomeOffer[]> {
  const { rows } = await sql<HomeOffer>`
    select o.id, p.name as "therapistName", p.zone, o.starts_at as "startsAt", o.expires_at as "expiresAt"
    from app.waiting_offer o join app.person p on p.account_id = o.therapist_id
    where o.account_id = ${tx.actor.id} and o.state = 'open' and o.expires_at > ${now} order by o.expires_at, o.id`.execute(
    tx.kysely,
  )
  return rows
}
