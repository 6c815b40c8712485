import type { FreedTimeId, TherapistId, WaitingOfferId } from '@attune/contract/common/ids'
import type { WaitingListSettings } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import {
  defaultAnswerHours,
  defaultOfferNoticeHours,
} from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { isHeld } from '../../practice/restore/restore.ts'
import { lockedConflictsInSpans, withCalendarLock } from '../schedule/schedule.ts'
import { undoWindowSeconds } from '../session/session.ts'
import { notifyOfEndedOffers, notifyOfFreedTime, notifyOfOffer } from './waiting-list.notify.ts'
import { listActiveEntries, type StoredEntry, listOpenOffers } from './waiting-list.rows.ts'
import {
  type FreedRow,
  type OfferableTime,
  type OfferCalendar,
  readOfferCalendar,
  takeTime,
  timesWithin,
} from './times/times.ts'

export type WaitingListJob = { therapistId: TherapistId }

/** Runs a job of the queue `waiting-list`. Does nothing while the list is held after a restore. Running it twice changes nothing. */
export async function runWaitingListJob(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { therapistId }: WaitingListJob,
): Promise<void> {
  await db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
    if (!(await isHeld(tx, 'waiting-list', therapistId))) await advanceWaitingList(tx, clock.now())
  })
}

/**
 * Updates the acting therapist's waiting list while holding the calendar lock: ends expired entries, ends offers that have expired or whose time is
 * taken, and notifies the clients of these offers. Then offers each freed time to the next matching entry that has not been offered this time before,
 * or notifies the therapist of the freed time. Does nothing if the therapist's account is disabled.
 */
export async function advanceWaitingList(tx: Tx, now: Date): Promise<void> {
  await withCalendarLock(tx, tx.actor.id, async () => {
    if (await isDisabled(tx)) return
    await endOverEntries(tx, now)
    await expireOffers(tx, now)
    await withdrawTakenOffers(tx, now)
    await notifyOfEndedOffers(tx)
    await offerFreedTimes(tx, now)
  })
}

export async function readWaitingListSettings(tx: Tx): Promise<WaitingListSettings> {
  const { rows } = await sql<WaitingListSettings>`
    select mode, answer_hours as "answerHours", notice_hours as "noticeHours" from app.waiting_list_setting where therapist_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  return rows[0] ?? { mode: 'off', answerHours: defaultAnswerHours, noticeHours: defaultOfferNoticeHours }
}

/** Returns the acting therapist's freed times that are not over, soonest first, at most 200. */
export async function listFreedTimes(tx: Tx): Promise<FreedRow[]> {
  const { rows } = await sql<FreedRow>`
    select id, starts_at as "startsAt", ends_at as "endsAt", was_session as "wasSession", freed_at as "freedAt", notified_at as "notifiedAt",
      offered_at as "offeredAt"
    from app.freed_time where therapist_id = ${tx.actor.id} and closed_at is null order by starts_at, freed_at, id limit 200`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Returns, for the acting therapist's freed times that are not over, the pairs of entry and freed time for which an offer was made, as `entry freed`.
 */
export async function readFormerOffers(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select distinct o.entry_id || ' ' || o.freed_time_id as pair from app.waiting_offer o join app.freed_time f on f.id = o.freed_time_id
    where o.therapist_id = ${tx.actor.id} and f.closed_at is null`.execute(tx.kysely)
  return new Set(rows.map(({ pair }) => pair))
}

/**
 * Returns the first entry that matches a freed time, has no open offer and has not been offered this time before; also returns the part of the time
 * that fits.
 */
export function firstFit(
  of: OfferCalendar,
  freed: FreedRow,
  entries: readonly StoredEntry[],
  former: ReadonlySet<string>,
  now: Date,
): { entry: StoredEntry; time: OfferableTime } | undefined {
  for (const entry of entries) {
    if (entry.offer || former.has(`${entry.id} ${freed.id}`)) continue
    const [time] = timesWithin(of, freed, entry, now)
    if (time) return { entry, time }
  }
  return undefined
}

/** Inserts an offer, notifies the client, and enqueues an update of the list for the end of the offer. */
export async function insertOffer(
  tx: Tx,
  offer: { id: WaitingOfferId; entry: StoredEntry; time: OfferableTime; freedTimeId: FreedTimeId | null },
  now: Date,
): Promise<void> {
  const { id, entry, time, freedTimeId } = offer
  await tx.kysely
    .insertInto('waiting_offer')
    .values({
      id,
      therapist_id: entry.therapistId,
      entry_id: entry.id,
      account_id: entry.accountId as string,
      freed_time_id: freedTimeId,
      starts_at: new Date(time.startsAt),
      ends_at: new Date(time.endsAt),
      location: time.location,
      offered_at: now,
      expires_at: time.expiresAt,
    })
    .execute()
  await notifyOfOffer(tx, { id, to: entry.accountId as string, startsAt: new Date(time.startsAt).toISOString() })
  await enqueue(tx, {
    name: 'waiting-list',
    data: { therapistId: tx.actor.id },
    startAfterSeconds: (time.expiresAt.getTime() - now.getTime()) / 1000,
    key: `end of ${id}`,
  })
}

/** Enqueues an update of the acting therapist's waiting list, which runs after this transaction. */
export const wakeWaitingList = (tx: Tx) => enqueue(tx, { name: 'waiting-list', data: { therapistId: tx.actor.id } })

/**
 * Closes freed times that have ended. For each other time that was freed by a change which can no longer be undone: offers the time if the mode is
 * automatic or the therapist has decided to offer it; otherwise notifies the therapist. For a time that was freed more recently, a separate job is
 * queued.
 */
async function offerFreedTimes(tx: Tx, now: Date): Promise<void> {
  const settledBefore = new Date(now.getTime() - undoWindowSeconds * 1000)
  await tx.run(
    `update app.freed_time set closed_at = $1 where therapist_id = app.actor_id() and closed_at is null and ends_at <= $1`,
    [now],
  )
  await tx.run(
    `update app.freed_time set checked_at = $1
     where therapist_id = app.actor_id() and closed_at is null and checked_at is null and freed_at <= $2`,
    [now, settledBefore],
  )
  const { mode, ...settings } = await readWaitingListSettings(tx)
  const freed =
    mode === 'off' ? [] : (await listFreedTimes(tx)).filter(({ freedAt }) => new Date(freedAt) <= settledBefore)
  if (!freed.length) return
  const [entries, offers, former] = await Promise.all([listActiveEntries(tx), listOpenOffers(tx), readFormerOffers(tx)])
  if (!entries.length) return
  const calendar = await readOfferCalendar(tx, { settings, offers }, now)
  for (const one of freed) {
    if (mode === 'automatic' || one.offeredAt) await offerOne(tx, { one, entries, former, calendar }, now)
    else await announce(tx, { one, entries, former, calendar }, now)
  }
}

type Work = { one: FreedRow; entries: StoredEntry[]; former: Set<string>; calendar: OfferCalendar }

/**
 * Offers a freed time to the first matching entry whose client has an account, and the remainder of the time to the next ones. Notifies the therapist
 * if the time also matches clients without an account, because the therapist must call them.
 */
async function offerOne(tx: Tx, work: Work, now: Date): Promise<void> {
  const { one, former, calendar } = work
  const entries = work.entries.filter(({ accountId }) => accountId !== null)
  let fit = firstFit(calendar, one, entries, former, now)
  if (fit && !one.offeredAt) await mark(tx, 'offered_at', one.id, now)
  while (fit) {
    const { entry, time } = fit
    const id = randomUUID()
    await insertOffer(tx, { id, entry, time, freedTimeId: one.id }, now)
    takeTime(calendar, time)
    former.add(`${entry.id} ${one.id}`)
    entry.offer = {
      id,
      startsAt: new Date(time.startsAt).toISOString(),
      endsAt: new Date(time.endsAt).toISOString(),
      location: time.location,
      expiresAt: time.expiresAt.toISOString(),
    }
    fit = firstFit(calendar, one, entries, former, now)
  }
  await announce(tx, { ...work, entries: work.entries.filter(({ accountId }) => accountId === null) }, now)
}

/** Notifies the therapist once of a freed time that matches a waiting client. */
async function announce(tx: Tx, { one, entries, former, calendar }: Work, now: Date): Promise<void> {
  if (one.notifiedAt) return
  const count = entries.filter((entry) => firstFit(calendar, one, [entry], former, now)).length
  if (!count) return
  await mark(tx, 'notified_at', one.id, now)
  await notifyOfFreedTime(tx, { id: one.id, startsAt: one.startsAt, count })
}

const mark = (tx: Tx, column: 'notified_at' | 'offered_at', id: FreedTimeId, now: Date) =>
  tx.kysely
    .updateTable('freed_time')
    .set({ [column]: now })
    .where('id', '=', id)
    .execute()

/** Ends entries whose last day has passed, and entries for sessions that have begun or were cancelled. */
const endOverEntries = (tx: Tx, now: Date) =>
  sql`
    update app.waiting_entry e set ended_at = ${now}, ended_by = 'over'
    where e.therapist_id = ${tx.actor.id} and e.ended_at is null and (e.until_day < (${now}::timestamptz at time zone e.zone)::date
      or exists (select from app.session s where s.therapist_id = e.therapist_id and s.id = e.session_id
        and (s.starts_at <= ${now} or s.status not in ('scheduled', 'confirmed', 'rescheduled'))))`.execute(tx.kysely)

const expireOffers = (tx: Tx, now: Date) =>
  sql`
    update app.waiting_offer set state = 'expired', answered_at = ${now}
    where therapist_id = ${tx.actor.id} and state = 'open' and expires_at <= ${now}`.execute(tx.kysely)

/** Withdraws offers whose time has been taken. A session that the offer would move may overlap the offered time. */
async function withdrawTakenOffers(tx: Tx, now: Date): Promise<void> {
  const offers = await listOpenOffers(tx)
  if (!offers.length) return
  const entries = await listActiveEntries(tx)
  const conflicts = await lockedConflictsInSpans(tx, tx.actor.id, offers)
  const taken = offers.filter(({ entryId }, index) => {
    const own = entries.find(({ id }) => id === entryId)?.sessionId
    return conflicts[index]?.some(({ sessionId }) => sessionId === null || sessionId !== own)
  })
  if (!taken.length) return
  await sql`
    update app.waiting_offer set state = 'withdrawn', answered_at = ${now}
    where therapist_id = ${tx.actor.id} and state = 'open' and id = any (${taken.map(({ id }) => id)}::uuid[])`.execute(
    tx.kysely,
  )
}

async function isDisabled(tx: Tx): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('person')
    .select('disabled_at')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return !row || row.disabled_at !== null
}
