import { namesInRecordLimits } from '@attune/contract/features/care/record-export/record-export.rules'
import type { NamePlace } from '@attune/contract/features/care/record-export/record-export'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { exportedNotes, rewriteNote } from '../content/notes.ts'
import { exportedSessions, rewriteSessionTexts } from '../content/sessions.ts'
import { type ExportedContent, exportedRecord, type ExportedRecord } from '../record-export.head.ts'
import type { PersonName } from './name-finder.ts'
import { type FoundPlace, placeCollector, type Redaction } from './redaction.ts'

type Found = { sharedWith: string[]; places: NamePlace[]; isComplete: boolean }
type App = Pick<AppContext, 'db' | 'clock'>

/** A text of a session, with the function that searches it. */
type SearchedText = {
  at: string
  source: NamePlace['source']
  others: PersonName[]
  search: (redaction: Redaction) => unknown
}

/** The number of characters before and after a name. */
const contextLength = 60

/**
 * Returns the places in the chosen parts of a record with names of other clients of the same session, and the people whom shared parts concern. Reads
 * the texts in pages, each in a separate transaction, and stops at the limits. Refuses with NOT_FOUND if the record belongs to another therapist.
 */
export async function listNamesInRecord(app: App, actor: Actor, content: ExportedContent): Promise<Found> {
  const record = await exportedRecord(app, actor, { ...content, as: 'pdf' })
  if (!record) throw notFound()
  const places: NamePlace[] = []
  const sharedWith = new Set<string>()
  let texts = 0
  for await (const { at, source, others, search } of searchedTexts(app, record)) {
    if (++texts > namesInRecordLimits.texts) return { sharedWith: [...sharedWith], places, isComplete: false }
    if (source === 'shared-note')
      for (const { firstName, lastName } of others) sharedWith.add(`${firstName} ${lastName}`.trim())
    const isListed = source !== 'shared-note' || content.withShared
    if (!isListed || places.length > namesInRecordLimits.places) continue
    const found: FoundPlace[] = []
    search(placeCollector(record, others, found))
    places.push(...found.map((place) => ({ ...inContext(place), startsAt: at, source })))
  }
  const isComplete = places.length <= namesInRecordLimits.places
  return { sharedWith: [...sharedWith], places: firstPlaces(places), isComplete }
}

/** Yields the texts of the chosen parts that concern sessions with several clients. */
async function* searchedTexts(app: App, record: ExportedRecord): AsyncGenerator<SearchedText> {
  if (record.order.parts.includes('notes'))
    for await (const row of exportedNotes(app, record)) {
      const { at, others, isShared } = row
      if (others.length > 0)
        yield { at, others, source: isShared ? 'shared-note' : 'note', search: (one) => rewriteNote(row, one) }
    }
  if (record.order.parts.includes('sessions'))
    for await (const row of exportedSessions(app, record)) {
      const { at, others } = row
      if (others.length > 0) yield { at, others, source: 'session', search: (one) => rewriteSessionTexts(row, one) }
    }
}

/** Returns the first places by the time of their session. */
const firstPlaces = (places: NamePlace[]) =>
  places.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)).slice(0, namesInRecordLimits.places)

/** Returns a place with the words around it. Cuts at spaces, and omits the other lines of the text. */
function inContext({ id, text, start, end }: FoundPlace) {
  const before = text.slice(Math.max(0, start - contextLength), start)
  const after = text.slice(end, end + contextLength)
  return {
    id,
    name: text.slice(start, end),
    before: (start > contextLength ? before.replace(/^\S*\s/, '…') : before).replace(/^[^]*\n/, ''),
    after: (end + contextLength < text.length ? after.replace(/\s\S*$/, '…') : after).replace(/\n[^]*$/, ''),
  }
}
