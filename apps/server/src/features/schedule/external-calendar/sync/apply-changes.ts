import type { Tx } from '../../../../platform/database/actor.ts'
import { listOwnIds } from '../events/own-entries.ts'
import { idInUid, uidOf } from '../events/own-events.ts'
import type { SyncPosition } from '../external-calendar.provider.ts'
import { followCopies } from './copies.ts'
import { type Changes, type KnownItems, listChanges, readChanges, type ReadEvent, rowsByHref } from './read-changes.ts'
import { noteSeen, nothingRead } from './remote-state.ts'
import { canReadFrom, type EventRows, type OwnObjects, type OwnState, type SyncRun } from './run.ts'
import { type ExternalEventRow, type ForeignItem, readKnownItems, saveForeign, type SyncedCalendar } from './store.ts'

/**
 * The result of applying changes: the changed rows of Attune's events, and the number of events that differed from the state that Attune had stored.
 */
export type Outcome = { rows: EventRows; differed: number }

export type Incoming = {
  /** The rows of Attune's events after the changes were applied. */
  rows: EventRows
  position: SyncPosition
  /** Set after a full comparison: the number of events, and of those that differed from their known state. */
  comparison: { events: number; repaired: number } | null
  /** The number of events for which the server reported an error. */
  refused: number
}

/** Reads the changes in the external calendar and applies them in Attune. */
export async function receiveChanges(run: SyncRun, { objects, rows }: OwnState): Promise<Incoming> {
  const { calendar } = run
  const known: KnownItems = {
    byHref: rowsByHref(rows),
    items: await run.inTx((tx) => readKnownItems(tx, calendar.id)),
  }
  const listing = await listChanges(run, known)
  const gone = [...listing.gone]
  let refused = listing.unreadable.length
  let now: Outcome = { rows, differed: 0 }
  for await (const changes of readChanges(run, listing, known)) {
    now = joined(now, await applyChanges(run, { ...known, objects }, changes))
    gone.push(...changes.gone)
    refused += changes.unreadable
  }
  now = joined(now, await followCopies(run, { objects, rows: now.rows }, gone))
  now = joined(now, await applyGone(run, known, { objects, rows: now.rows }, gone))
  const { token, tag, before, isDelta, isDaily, changed } = listing
  return {
    rows: now.rows,
    // An event that could not be read must be read by the next sync, so the position does not advance.
    position: refused === 0 ? { token, tag } : isDelta ? before : { token: null, tag: null },
    comparison: isDaily ? { events: changed.length, repaired: calendar.comparedAt ? now.differed : 0 } : null,
    refused,
  }
}

const joined = (before: Outcome, { rows, differed }: Outcome): Outcome => ({
  rows: new Map([...before.rows, ...rows]),
  differed: before.differed + differed,
})

type Known = KnownItems & { objects: OwnObjects }

/** Saves external events with the times that they block, and records the seen state of Attune's events. Returns the changed rows. */
export async function applyChanges(run: SyncRun, known: Known, { read }: Changes): Promise<Outcome> {
  const foreign = read.filter(({ href }) => !known.byHref.has(href))
  if (read.length > 0) await run.inTx((tx) => saveEventsOfOthers(tx, run.calendar, foreign))
  const rows = new Map<string, ExternalEventRow>()
  let differed = foreign.filter(({ href, etag }) => !etag || known.items.get(href) !== etag).length
  for (const { href, content, ...item } of read) {
    const row = known.byHref.get(href)
    if (!row) continue
    const own = { ...(content?.own ?? nothingRead), isUnreadable: content?.isUnreadable ?? true }
    const noted = await noteSeen(run, { row, object: known.objects.get(row.subjectId) }, { ...item, own })
    rows.set(row.subjectId, noted.row)
    if (noted.differs) differed++
  }
  return { rows, differed }
}

async function saveEventsOfOthers(tx: Tx, calendar: SyncedCalendar, read: ReadEvent[]): Promise<void> {
  const mentioned = read.flatMap(({ content }) => content?.uids.map(idInUid).filter((id) => id !== null) ?? [])
  const ours = await listOwnIds(tx, [...new Set(mentioned)])
  const items = read.map(({ href, etag, content }): ForeignItem => {
    const { uids = [], pieces = [], isUnreadable = true } = content ?? {}
    // A copy of an Attune event blocks no time, because the session itself does.
    const own = uids.map(idInUid).filter((id) => id !== null && ours.has(id))
    const copyOf = own.find((id) => id !== null && uids.includes(uidOf(id))) ?? null
    const isOurs = own.length > 0
    const blocks = !isOurs && canReadFrom(calendar)
    return { href, etag, pieces: blocks ? pieces : [], copyOf, isUnreadable: isUnreadable && !isOurs }
  })
  await saveForeign(tx, calendar.id, items, [])
}

async function applyGone(
  run: SyncRun,
  { byHref, items }: KnownItems,
  { objects, rows }: OwnState,
  gone: string[],
): Promise<Outcome> {
  const foreign = gone.filter((href) => items.has(href))
  if (foreign.length > 0) await run.inTx((tx) => saveForeign(tx, run.calendar.id, [], foreign))
  const changed = new Map<string, ExternalEventRow>()
  let differed = foreign.length
  for (const href of new Set(gone)) {
    const row = byHref.get(href)
    // An event that was never seen, or that now has another address, does not count as deleted in the external calendar.
    if (!row || rows.get(row.subjectId)?.href !== href || row.etag === null) continue
    const noted = await noteSeen(run, { row, object: objects.get(row.subjectId) }, null)
    changed.set(row.subjectId, noted.row)
    if (noted.differs) differed++
  }
  return { rows: changed, differed }
}
