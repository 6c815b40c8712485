import { listConflictsInSpans } from '../../schedule/schedule.ts'
import { editEvent, findStoredEvent, removeEvent } from '../../calendar/calendar.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { changesOf, type FoundChange, isAsSeenLast } from '../events/compare.ts'
import type { RemoteEvent } from '../events/calendar-event.ts'
import type { OwnObject } from '../events/own-events.ts'
import type { ReadItem, ReadWindow } from '../external-calendar.provider.ts'
import { askAbout } from './question-rows.ts'
import { canWriteTo, type SyncRun } from './run.ts'
import { type ExternalEventRow, saveEventRow } from './store.ts'

/** The period for which external events are read: from one month ago to thirteen months ahead, in whole UTC days. */
export function readWindow(now: Date): { from: Date; to: Date } {
  const at = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, now.getUTCDate()))
  return { from: at(-1), to: at(13) }
}

export const windowOf = ({ now, zone }: Pick<SyncRun, 'now' | 'zone'>): ReadWindow => ({ ...readWindow(now), zone })

type Own = NonNullable<RemoteEvent['own']> & { isUnreadable: boolean }
/** The seen state of an Attune event: etag and content, or null if it was deleted in the external calendar. */
export type Seen = (Pick<ReadItem, 'etag' | 'isUnfinished'> & { own: Own }) | null
/** The state of an event whose content could not be parsed. */
export const nothingRead = { hash: '', repeats: false, occurrences: [] }

/** Reads an Attune event again. Returns null if it was deleted in the external calendar, 'refused' if the server reports an error for it. */
export async function readOwn(run: SyncRun, href: string): Promise<(ReadItem & { own: Own }) | null | 'refused'> {
  const { items, unreadable } = await run.provider.read(run.calendar.url, [href])
  const [item] = items
  if (!item) return unreadable.length > 0 ? 'refused' : null
  const [read] = await run.provider.interpret([{ href, stored: item.stored, own: true }], windowOf(run))
  return { ...item, own: { ...(read?.own ?? nothingRead), isUnreadable: read?.isUnreadable ?? true } }
}

/** The last seen and the required state of an Attune event. `object` is undefined if it should no longer exist. */
type OwnEvent = { row: ExternalEventRow; object: OwnObject | undefined }
/** The stored row of an event, and whether the event differed from the session. */
export type Noted = { row: ExternalEventRow; differs: boolean }

/**
 * Stores the seen state of an Attune event, and asks the therapist about its changes. If the calendar follows changes of busy times, applies those
 * instead.
 */
export async function noteSeen(run: SyncRun, event: OwnEvent, seen: Seen): Promise<Noted> {
  const { row, object } = event
  if (seen?.isUnfinished) return { row: await saveRow(run, { ...row, etag: seen.etag, ourHash: '' }), differs: false }
  const isOwnWrite = seen !== null && row.pendingHash !== '' && seen.own.hash === row.pendingHash
  if (isOwnWrite) return adopt(run, event, seen)
  const isSame = isAsSeenLast(row, object?.hash, seen && seen.own)
  if (isSame && seen?.etag === row.etag) return { row, differs: false }
  const found = object && canWriteTo(run.calendar) && !isSame ? changesOf(object, seen && seen.own, run.now) : []
  const next = { ...row, etag: seen ? seen.etag : null, theirHash: seen ? seen.own.hash : '' }
  // A pending write that is based on another version of the event will be refused.
  if (!isSame) next.pendingHash = ''
  await run.inTx(async (tx) => {
    const asked = run.calendar.follows ? await applyToBusyTimes(tx, found, run.now) : found
    if (object && !isSame) await askAbout(tx, { calendarId: run.calendar.id, objectId: row.subjectId }, asked, run.now)
    next.isAsked = isSame ? row.isAsked : asked.length > 0
    // Attune has applied a change from the external calendar. The empty hash differs from that of every event, so `writeChanges` writes this one with
    // its new values.
    if (asked.length < found.length) next.ourHash = ''
    await saveEventRow(tx, run.calendar.id, next)
  })
  return { row: next, differs: found.length > 0 }
}

/**
 * Stores the seen state of an event that Attune wrote itself, for example before the process was killed. If the event has changed in Attune since
 * that write, the next `writeChanges` writes it again.
 */
export async function adopt(run: SyncRun, { row, object }: OwnEvent, { etag, own }: NonNullable<Seen>): Promise<Noted> {
  const isCurrent = object && own.hash === writtenDigest(run, object, row)
  const ourHash = isCurrent ? object.hash : ''
  return { row: await saveRow(run, { ...row, etag, theirHash: own.hash, pendingHash: '', ourHash }), differs: false }
}

/** Returns the digest of an event as it would be written now. */
const writtenDigest = ({ provider, now }: SyncRun, object: OwnObject, { href, uid, sequence }: ExternalEventRow) =>
  provider.prepareWrite(href, object.event({ uid, sequence, now }), null).digest

/** Saves the row of an Attune event, and runs `also` in the same transaction. Returns the row. */
export async function saveRow(
  run: SyncRun,
  row: ExternalEventRow,
  also?: Parameters<SyncRun['inTx']>[0],
): Promise<ExternalEventRow> {
  await run.inTx(async (tx) => {
    await also?.(tx)
    await saveEventRow(tx, run.calendar.id, row)
  })
  return row
}

/** Applies changes of busy times. Returns the remaining changes, about which the therapist must be asked. */
async function applyToBusyTimes(tx: Tx, changes: FoundChange[], now: Date): Promise<FoundChange[]> {
  const left: FoundChange[] = []
  for (const change of changes) if (!(await applyToBusyTime(tx, change, now))) left.push(change)
  return left
}

/** Moves or removes a busy time as in the external calendar, regardless of conflicts. Returns false for other changes. */
export async function applyToBusyTime(tx: Tx, change: FoundChange, now: Date): Promise<boolean> {
  if (change.kind !== 'event' || change.change === 'changed') return false
  const event = await findStoredEvent(tx, change.subjectId)
  if (!event) return false
  if (change.change === 'deleted') {
    await removeEvent(tx, { id: event.id, scope: 'one' }, now)
    return true
  }
  const { startsAt, endsAt } = change
  const [conflicts = []] = await listConflictsInSpans(tx, tx.actor.id, [{ startsAt, endsAt }], [event.id])
  const { id, title, location, revision } = event
  const anyway = conflicts.map((conflict) => conflict.startsAt)
  await editEvent(tx, { id, scope: 'one', title, location, startsAt, endsAt, anyway, revision }, now)
  return true
}

/** Returns the row of an event that has not been written yet. */
export const newRow = (object: OwnObject, href: string, uid: string): ExternalEventRow => ({
  subjectId: object.id,
  kind: object.kind,
  uid,
  href,
  etag: null,
  sequence: 0,
  ourHash: '',
  theirHash: '',
  pendingHash: '',
  isAsked: false,
  lastDay: object.lastDay,
})
