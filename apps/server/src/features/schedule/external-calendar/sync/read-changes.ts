import { type ReadIcsObject, readIcsObjectsInProcess } from '../../calendar/calendar.ts'
import { followCopies } from './copies.ts'
import { idInUid, uidOf } from '../events/own-events.ts'
import { listOwnIds } from '../events/own-entries.ts'
import { noteSeen, nothingRead, readWindow } from './remote-state.ts'
import {
  CalendarFailure,
  type ListedChanges,
  type ListedItem,
  type ReadItem,
  type SyncPosition,
} from '../external-calendar.provider.ts'
import { canReadFrom, type SyncRun } from './run.ts'
import { type ExternalEventRow, type ForeignItem, readKnownItems, saveForeign } from './store.ts'

/** The number of events that are requested together, and the number and size of those that are read in one process and saved together. */
const batch = { requested: 50, saved: 500, savedBytes: 8 * 1024 * 1024 }
const maxItems = 25_000
const comparisonMs = 24 * 60 * 60 * 1000

/**
 * `comparison` is set if everything was compared: the number of events, and how many of them differed from what was known. `refused` is the
 * number of events for which the server reported an error.
 */
export type Incoming = {
  position: SyncPosition
  comparison: { events: number; repaired: number } | null
  refused: number
}

/**
 * Reads the changes in the calendar since the last sync, or everything if the server no longer knows the position. Once a day,
 * everything is read again: that repairs what a lost token has hidden, and moves the period for which series are expanded.
 */
export async function readChanges(run: SyncRun): Promise<Incoming> {
  const { calendar, provider, now } = run
  const position = { token: calendar.token, tag: calendar.tag }
  const isKnown = Boolean(position.token ?? position.tag)
  const isDaily = !calendar.comparedAt || now.getTime() - Date.parse(calendar.comparedAt) >= comparisonMs
  const delta = isKnown && !isDaily ? await provider.changesSince(calendar.url, position) : null
  const items = await run.inTx((tx) => readKnownItems(tx, calendar.id))
  const work = delta ?? everythingChanged(run, await provider.list(calendar.url), items, isDaily)
  if (work.changed.length > maxItems) throw new CalendarFailure('too-many')
  const byHref = new Map([...run.rows.values()].map((row) => [row.href, row]))
  const changed = work.changed.filter(({ href, etag }) => !etag || byHref.get(href)?.etag !== etag || isDaily)
  const read = await readAndSave(run, changed, byHref, { items, gone: work.gone })
  const gone = [...work.gone, ...read.gone]
  const followed = await followCopies(run, gone)
  const repaired = read.differed + followed + (await saveGone(run, gone, byHref, items))
  const refused = work.unreadable.length + read.unreadable
  const isWhole = refused === 0
  return {
    // An event that could not be read is read with the next sync, so the position stays where it was.
    position: isWhole ? { token: work.token, tag: work.tag } : delta ? position : { token: null, tag: null },
    comparison: isDaily ? { events: work.changed.length, repaired: calendar.comparedAt ? repaired : 0 } : null,
    refused,
  }
}

/** Compares a list of everything with what is known. With `all`, every listed event counts as changed. */
function everythingChanged(
  run: SyncRun,
  listed: ListedChanges,
  items: Map<string, string>,
  all: boolean,
): ListedChanges {
  const present = new Set([...listed.changed.map(({ href }) => href), ...listed.unreadable])
  const ours = [...run.rows.values()].filter(({ etag }) => etag !== null)
  const known = [...items.keys(), ...ours.map(({ href }) => href)]
  const changed = listed.changed.filter(({ href, etag }) => all || !etag || items.get(href) !== etag)
  return { ...listed, changed, gone: known.filter((href) => !present.has(href)) }
}

type Rows = Map<string, ExternalEventRow>

type Known = { items: Map<string, string>; gone: string[] }

async function readAndSave(run: SyncRun, changed: ListedItem[], byHref: Rows, { items, gone }: Known) {
  const total = { gone: [] as string[], unreadable: 0, differed: 0 }
  // In a calendar that is only written, events of others are read only to find one of ours that has another address now.
  const isAnyRead = canReadFrom(run.calendar) || gone.some((href) => byHref.has(href))
  const wanted = changed.filter(({ href }) => isAnyRead || byHref.has(href))
  let waiting: ReadItem[] = []
  const save = async () => {
    const objects = waiting.map(({ href, data }) => ({ href, data, own: byHref.has(href) }))
    const read = await readIcsObjectsInProcess(objects, { ...readWindow(run.now), zone: run.zone })
    total.differed += await saveRead(run, waiting, read, { byHref, items })
    waiting = []
  }
  for (let at = 0; at < wanted.length; at += batch.requested) {
    const part = new Map(wanted.slice(at, at + batch.requested).map(({ href, etag }) => [href, etag]))
    const { items: found, unreadable } = await run.provider.read(run.calendar.url, [...part.keys()])
    const present = new Set([...found.map(({ href }) => href), ...unreadable])
    total.gone.push(...[...part.keys()].filter((href) => !present.has(href)))
    total.unreadable += unreadable.length
    // An event that is too large is known by the etag of the list, so that it is not read again before it changes.
    waiting.push(...found.map((item) => ({ ...item, etag: item.etag || (part.get(item.href) ?? '') })))
    const bytes = waiting.reduce((sum, { data }) => sum + data.length, 0)
    if (waiting.length >= batch.saved || bytes >= batch.savedBytes) await save()
  }
  if (waiting.length > 0) await save()
  return total
}

async function saveRead(
  run: SyncRun,
  found: ReadItem[],
  read: ReadIcsObject[],
  { byHref, items }: { byHref: Rows; items: Map<string, string> },
): Promise<number> {
  const byAddress = new Map(read.map((one) => [one.href, one]))
  const mentioned = read.filter((one) => !one.own).flatMap(({ uids }) => uids.map(idInUid).filter((id) => id !== null))
  let differed = 0
  await run.inTx(async (tx) => {
    const ours = await listOwnIds(tx, [...new Set(mentioned)])
    const foreign = found.flatMap((item): ForeignItem[] => {
      if (byHref.has(item.href)) return []
      const { uids = [], pieces = [], isUnreadable = true } = byAddress.get(item.href) ?? {}
      // A copy of one of our events blocks nothing: its time is taken by the session itself.
      const own = uids.map(idInUid).filter((id) => id !== null && ours.has(id))
      const copyOf = own.find((id) => id !== null && uids.includes(uidOf(id))) ?? null
      const isOurs = own.length > 0
      const blocks = !isOurs && canReadFrom(run.calendar)
      const { href, etag } = item
      return [{ href, etag, pieces: blocks ? pieces : [], copyOf, isUnreadable: isUnreadable && !isOurs }]
    })
    differed += foreign.filter(({ href, etag }) => !etag || items.get(href) !== etag).length
    await saveForeign(tx, run.calendar.id, foreign, [])
  })
  for (const { href, ...item } of found) {
    const row = byHref.get(href)
    if (!row) continue
    const seen = byAddress.get(href)
    const own = { ...(seen?.own ?? nothingRead), isUnreadable: seen?.isUnreadable ?? true }
    if (await noteSeen(run, row, { ...item, own })) differed++
  }
  return differed
}

async function saveGone(run: SyncRun, gone: string[], byHref: Rows, items: Map<string, string>): Promise<number> {
  const foreign = gone.filter((href) => items.has(href))
  if (foreign.length > 0) await run.inTx((tx) => saveForeign(tx, run.calendar.id, [], foreign))
  let differed = foreign.length
  for (const href of new Set(gone)) {
    const row = byHref.get(href)
    // An event that was never seen there cannot be missing there, nor one that has another address now.
    if (row && run.rows.get(row.subjectId)?.href === href && row.etag !== null && (await noteSeen(run, row, null)))
      differed++
  }
  return differed
}
