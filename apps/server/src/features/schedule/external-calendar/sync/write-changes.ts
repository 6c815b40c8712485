import { type OwnObject, uidOf } from '../events/own-events.ts'
import { adopt, newRow, noteSeen, readOwn, readWindow, saveRow, type Seen } from './remote-state.ts'
import { isStrongEtag, type ReadItem } from '../external-calendar.provider.ts'
import { askAbout, listAskedObjects } from './question-rows.ts'
import type { EventRows, OwnObjects, OwnState, SyncRun } from './run.ts'
import { deleteEventRow, isRenewed, type ExternalEventRow } from './store.ts'

/** The number of events that are read together before they are written. */
const batch = 50

/**
 * Writes Attune's events that differ from their last written version, and deletes those that no longer exist in Attune. Past events stay as they are.
 */
export async function writeChanges(run: SyncRun, { objects, rows: before }: OwnState): Promise<void> {
  const rows = await endAnsweredQuestions(run, objects, before)
  const differing = [...objects.values()].filter((object) => rows.get(object.id)?.ourHash !== object.hash)
  for (let at = 0; at < differing.length; at += batch) {
    const part = differing.slice(at, at + batch).map((object) => ({ object, row: rows.get(object.id) }))
    const known = await readKnown(run, part)
    for (const { object, row } of part) await writeObject(run, object, row, known)
  }
  const firstDay = readWindow(run.now).from.toISOString().slice(0, 10)
  for (const row of rows.values()) {
    const object = objects.get(row.subjectId)
    // A past event stays in the calendar unchanged.
    if (!object && row.lastDay >= firstDay) await removeObject(run, row)
    // A renewed event that needs no write gets its real last day back.
    if (object && isRenewed(row) && row.ourHash === object.hash) await saveRow(run, { ...row, lastDay: object.lastDay })
  }
}

/**
 * Sets `isAsked` to false for events without an open question and for past events, and closes the questions about past events. Returns all current
 * rows.
 */
async function endAnsweredQuestions(run: SyncRun, objects: OwnObjects, rows: EventRows): Promise<EventRows> {
  const open = await run.inTx((tx) => listAskedObjects(tx, run.calendar.id))
  const now = new Map(rows)
  for (const row of rows.values()) {
    const upcoming = objects.get(row.subjectId)?.expected.some(({ endsAt }) => Date.parse(endsAt) > run.now.getTime())
    if (!row.isAsked || (open.has(row.subjectId) && upcoming)) continue
    const ended = await saveRow(run, { ...row, isAsked: false }, (tx) =>
      askAbout(tx, { calendarId: run.calendar.id, objectId: row.subjectId }, [], run.now),
    )
    now.set(row.subjectId, ended)
  }
  return now
}

/** The event in the external calendar; null if it was deleted there, 'refused' if the server reports an error for it. */
type There = ReadItem | null | 'refused'

/** Reads the events that can be written with a strong etag as a condition, so that the write fails if the event changes after this read. */
async function readKnown(run: SyncRun, events: { row: ExternalEventRow | undefined }[]): Promise<Map<string, There>> {
  const hrefs = events.flatMap(({ row }) =>
    row && row.etag !== null && !row.isAsked && isStrongEtag(row.etag) ? [row.href] : [],
  )
  return readItems(run, hrefs)
}

async function readItems(run: SyncRun, hrefs: string[]): Promise<Map<string, There>> {
  if (hrefs.length === 0) return new Map()
  const { items, unreadable } = await run.provider.read(run.calendar.url, hrefs)
  return new Map<string, There>([
    ...hrefs.map((href) => [href, null] as const),
    ...unreadable.map((href) => [href, 'refused'] as const),
    ...items.map((item) => [item.href, item] as const),
  ])
}

async function writeObject(
  run: SyncRun,
  object: OwnObject,
  row: ExternalEventRow | undefined,
  known: Map<string, There>,
): Promise<void> {
  if (!row) return createObject(run, object)
  if (row.etag === null && !row.isAsked) return write(run, object, row, null)
  const there = known.get(row.href) ?? (await readItems(run, [row.href])).get(row.href) ?? null
  if (there === 'refused')
    // Without a condition, the write could overwrite a change. An event with an open question is not written.
    return !row.isAsked && isStrongEtag(row.etag ?? '') ? write(run, object, row, null) : undefined
  if (!row.isAsked && there && run.provider.digestOf(there.stored) === row.theirHash)
    return write(run, object, { ...row, etag: there.etag || row.etag }, there)
  // The event was also changed in the external calendar, or a question about it is open. `noteSeen` asks the therapist again or ends the question.
  const seen = await readOwn(run, row.href)
  if (seen === 'refused') return
  const noted = await noteSeen(run, { row, object }, seen)
  if (!noted.row.isAsked) await write(run, object, noted.row, seen)
}

async function createObject(run: SyncRun, object: OwnObject): Promise<void> {
  const href = run.provider.hrefOf(run.calendar.url, object.id)
  await write(run, object, newRow(object, href, uidOf(object.id)), null)
}

/** Writes an event. Keeps properties that a program has added to the existing event (`there`). */
async function write(run: SyncRun, object: OwnObject, row: ExternalEventRow, there: ReadItem | null): Promise<void> {
  const sequence = row.ourHash || row.theirHash || row.sequence ? row.sequence + 1 : 0
  const event = object.event({ uid: row.uid, sequence, now: run.now })
  const kept = there && { stored: there.stored, texts: object.texts() }
  const { digest, send } = run.provider.prepareWrite(row.href, event, kept)
  const condition = row.etag !== null && !isStrongEtag(row.etag) ? '' : row.etag
  // Saved before the event is sent. If the process is killed in between, the next sync would otherwise mistake Attune's own write for an external
  // change, or miss it.
  const pending = { ...row, sequence, pendingHash: digest, lastDay: object.lastDay }
  await saveRow(run, pending)
  const done = await send(condition)
  if (done.result === 'refused') return
  if (done.result === 'changed') return readAfterRefusal(run, object, row, pending)
  const written = { ...pending, etag: done.etag, ourHash: object.hash, theirHash: pending.pendingHash, pendingHash: '' }
  // A server that returns no etag may have stored the event in its own format.
  const stored = done.etag ? null : (await readItems(run, [row.href])).get(row.href)
  const isStored = stored && stored !== 'refused'
  await saveRow(
    run,
    isStored ? { ...written, etag: stored.etag, theirHash: run.provider.digestOf(stored.stored) } : written,
  )
}

/**
 * Reads an event again after the server has refused a write, because the event has changed since it was last seen. Attune's own write, for example
 * one before the process was killed, does not count as a change.
 */
async function readAfterRefusal(
  run: SyncRun,
  object: OwnObject,
  before: ExternalEventRow,
  pending: ExternalEventRow,
): Promise<void> {
  const seen = await readOwn(run, pending.href)
  if (seen === 'refused') return
  if (seen && seen.own.hash === pending.pendingHash) return void (await adopt(run, { row: pending, object }, seen))
  // Another event in the calendar has Attune's UID, or the server refuses the event for another reason.
  if (!seen && before.etag === null) return
  if (seen && isNew(before)) return takeOver(run, object, pending, seen)
  await noteSeen(run, { row: { ...pending, pendingHash: before.pendingHash }, object }, seen)
}

/** Whether the event was never written or seen since the calendar was connected. */
const isNew = ({ etag, theirHash, pendingHash }: ExternalEventRow) => etag === null && !theirHash && !pendingHash

/** Overwrites an Attune event that is in the calendar from an earlier connection. */
async function takeOver(
  run: SyncRun,
  object: OwnObject,
  pending: ExternalEventRow,
  seen: ReadItem & NonNullable<Seen>,
) {
  const known = { ...pending, etag: seen.etag, theirHash: seen.own.hash, pendingHash: '' }
  await saveRow(run, known)
  await write(run, object, known, seen)
}

async function removeObject(run: SyncRun, row: ExternalEventRow): Promise<void> {
  const { id } = run.calendar
  if (row.etag !== null || row.pendingHash) {
    const removed = await run.provider.remove(row.href, row.etag && isStrongEtag(row.etag) ? row.etag : '')
    // Deletes the event even if it was changed in the external calendar. The therapist need not be asked about a change of an event that is removed.
    if (!removed) await run.provider.remove(row.href, '')
  }
  await run.inTx(async (tx) => {
    await askAbout(tx, { calendarId: id, objectId: row.subjectId }, [], run.now)
    await deleteEventRow(tx, id, row.subjectId)
  })
}

/** Deletes all Attune events in a calendar that is being disconnected. */
export async function removeAll(run: SyncRun, rows: EventRows): Promise<void> {
  for (const row of rows.values()) await removeObject(run, row)
}
