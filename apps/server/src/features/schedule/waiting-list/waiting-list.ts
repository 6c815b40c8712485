import type { FreedTimeId, WaitingEntryId, WaitingOfferId } from '@attune/contract/common/ids'
import type { WaitingListSettings, WaitingListView } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { nextTimesPerEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { lockedConflictsInSpans, slotTakenRefusal, withCalendarLock } from '../schedule/schedule.ts'
import {
  firstFit,
  readFormerOffers,
  listFreedTimes,
  insertOffer,
  readWaitingListSettings,
  wakeWaitingList,
} from './waiting-list.advance.ts'
import { listActiveEntries, type StoredEntry, listOpenOffers } from './waiting-list.rows.ts'
import { endOfOffer, nextTimes, offerable, readOfferCalendar } from './times/times.ts'

export { listAcceptableOffers } from './waiting-list.rows.ts'
export { moveWaitingEntries } from './waiting-list.entries.ts'

/** Returns the acting therapist's waiting list: the settings, the entries, and the freed times. */
export async function readWaitingList(tx: Tx, now: Date): Promise<WaitingListView> {
  const [settings, entries, freed, offers, former] = await Promise.all([
    readWaitingListSettings(tx),
    listActiveEntries(tx),
    listFreedTimes(tx),
    listOpenOffers(tx),
    readFormerOffers(tx),
  ])
  const [names, calendar] = await Promise.all([readEntryNames(tx), readOfferCalendar(tx, { settings, offers }, now)])
  return {
    settings,
    entries: entries.map(({ accountId, ...entry }) => ({
      ...entry,
      ...(names.get(entry.id) ?? { clientName: '', typeName: '' }),
      personId: accountId ?? entry.clientId,
      hasAccount: accountId !== null,
      times: firstOf(nextTimes(calendar, { ...entry, accountId }, now), nextTimesPerEntry).map(({ startsAt }) =>
        new Date(startsAt).toISOString(),
      ),
    })),
    freed: freed
      .filter(({ endsAt }) => Date.parse(endsAt) > now.getTime())
      .map((one) => ({
        id: one.id,
        startsAt: one.startsAt,
        endsAt: one.endsAt,
        isOffered: one.offeredAt !== null,
        entryIds: entries
          .filter((entry) => entry.accountId && firstFit(calendar, one, [entry], former, now))
          .map(({ id }) => id),
        calls: entries
          .filter(({ accountId }) => !accountId)
          .flatMap((entry) => firstFit(calendar, one, [entry], former, now) ?? [])
          .map(({ entry, time }) => ({ entryId: entry.id, startsAt: new Date(time.startsAt).toISOString() })),
      }))
      .filter(
        ({ id, entryIds, calls }) =>
          entryIds.length + calls.length > 0 || offers.some(({ freedTimeId }) => freedTimeId === id),
      ),
  }
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const found: Item[] = []
  for (const item of items) {
    if (found.push(item) === count) break
  }
  return found
}

async function readEntryNames(tx: Tx): Promise<Map<string, { clientName: string; typeName: string }>> {
  const { rows } = await sql<{ id: WaitingEntryId; clientName: string; typeName: string }>`
    select e.id, c.name as "clientName", coalesce(t.name, '') as "typeName"
    from app.waiting_entry e join app.client_name c on c.therapist_id = e.therapist_id and c.id = e.client_id
      left join app.session_type t on t.therapist_id = e.therapist_id and t.id = e.type_id
    where e.therapist_id = ${tx.actor.id} and e.ended_at is null`.execute(tx.kysely)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

/** Saves the settings for offering freed times. Does not change the ends of open offers. */
export async function saveWaitingListSettings(
  tx: Tx,
  { noticeHours, ...rest }: Omit<WaitingListSettings, 'noticeHours'> & { noticeHours?: number | undefined },
  now: Date,
): Promise<WaitingListSettings> {
  const before = await readWaitingListSettings(tx)
  const wanted = { ...rest, noticeHours: noticeHours ?? before.noticeHours }
  const columns = { mode: wanted.mode, answer_hours: wanted.answerHours, notice_hours: wanted.noticeHours }
  await tx.kysely
    .insertInto('waiting_list_setting')
    .values({ therapist_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
  if (wanted.mode === 'automatic') await wakeWaitingList(tx)
  describeChange(tx, changedValues(before, wanted))
  return wanted
}

/**
 * Offers a free time to an entry of the acting therapist. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND for an entry that is not active
 * - CONFLICT if the id was used for another entry
 * - NO_ACCOUNT if the client has no account
 * - OFFER_OPEN if the client has an open offer or the time is already offered
 * - SLOT_TAKEN and the conflicts
 * - TOO_LATE if the client would have too little time to answer
 */
export async function offerTime(
  tx: Tx,
  act: { id: WaitingOfferId; entryId: WaitingEntryId; startsAt: string },
  now: Date,
): Promise<void> {
  const therapistId = tx.actor.id
  await withCalendarLock(tx, therapistId, async () => {
    const known = await tx.kysely
      .selectFrom('waiting_offer')
      .select('entry_id')
      .where('id', '=', act.id)
      .executeTakeFirst()
    if (known) {
      if (known.entry_id !== act.entryId) throw conflict()
      return
    }
    const [[entry], offers, settings] = await Promise.all([
      listActiveEntries(tx, sql`e.id = ${act.entryId}`),
      listOpenOffers(tx),
      readWaitingListSettings(tx),
    ])
    if (!entry) throw notFound()
    if (!entry.accountId) throw createRefusal('NO_ACCOUNT', 409)
    const time = await readTimeToOffer(tx, entry, { startsAt: act.startsAt, settings, offers }, now)
    await insertOffer(tx, { id: act.id, entry, time, freedTimeId: null }, now)
    describeChange(tx, { after: { startsAt: act.startsAt } })
  })
}

type Wanted = { startsAt: string; settings: WaitingListSettings; offers: Awaited<ReturnType<typeof listOpenOffers>> }

/** Returns the time of a manual offer, which need not match the client's preference. Refuses with OFFER_OPEN, SLOT_TAKEN and TOO_LATE. */
async function readTimeToOffer(tx: Tx, entry: StoredEntry, { startsAt: begin, settings, offers }: Wanted, now: Date) {
  const startsAt = Date.parse(begin)
  const endsAt = startsAt + entry.durationMinutes * 60_000
  const span = { startsAt: begin, endsAt: new Date(endsAt).toISOString() }
  const overlaps = (one: { startsAt: string; endsAt: string }) =>
    Date.parse(one.startsAt) < endsAt && Date.parse(one.endsAt) > startsAt
  if (entry.offer || offers.some(overlaps)) throw createRefusal('OFFER_OPEN', 409)
  const but = entry.sessionId ? [entry.sessionId] : []
  const [conflicts = []] = await lockedConflictsInSpans(tx, entry.therapistId, [span], but)
  if (conflicts.length) throw slotTakenRefusal(conflicts)
  const calendar = await readOfferCalendar(tx, { settings, offers }, now)
  const expiresAt = endOfOffer(calendar, entry, startsAt, now)
  if (!expiresAt) throw createRefusal('TOO_LATE', 409)
  const fitting = firstOf(nextTimes(calendar, entry, now), 50).find((one) => one.startsAt === startsAt)
  return (
    fitting ??
    offerable(calendar, entry, { startsAt, endsAt, location: '' }, now) ?? { startsAt, endsAt, location: '', expiresAt }
  )
}

/**
 * Records that a freed time of the acting therapist is to be offered to one entry after the other. `advanceWaitingList` then makes the offers.
 * Repeating the call changes nothing. Refuses with NOT_FOUND.
 */
export async function offerFreedTime(tx: Tx, id: FreedTimeId, now: Date): Promise<void> {
  const found = await tx.kysely.selectFrom('freed_time').select('offered_at').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  if (found.offered_at) return
  await tx.kysely.updateTable('freed_time').set({ offered_at: now }).where('id', '=', id).execute()
  describeChange(tx, { after: { isOffered: true } })
}

/** Withdraws an open offer of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND and OFFER_ENDED. */
export async function withdrawOffer(tx: Tx, id: WaitingOfferId, now: Date): Promise<void> {
  const found = await tx.kysely
    .selectFrom('waiting_offer')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  if (found.state === 'withdrawn') return
  if (found.state !== 'open') throw createRefusal('OFFER_ENDED', 409)
  await tx.kysely
    .updateTable('waiting_offer')
    .set({ state: 'withdrawn', answered_at: now })
    .where('id', '=', id)
    .execute()
  await wakeWaitingList(tx)
}
