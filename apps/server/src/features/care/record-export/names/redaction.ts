import type { ClientId } from '@attune/contract/common/ids'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { textsOf } from '../record-export.texts.ts'
import { otherNamesFinder, type PersonName, type TextSpan } from './name-finder.ts'
import { replaceSpans, rewriteRichText } from './rewrite.ts'

/** SQL for the names of the other clients of session `s`, in which the client of `p` takes part, as a JSON array. */
export const othersSql = sql`coalesce((select json_agg(json_build_object('firstName', oc.first_name, 'lastName', oc.last_name) order by oc.id)
  from app.session_client o join app.client_name oc on oc.therapist_id = o.therapist_id and oc.id = o.client_id
  where o.therapist_id = s.therapist_id and o.session_id = s.id and o.client_id <> p.client_id), '[]')`

/** Returns the names of all other clients who have a session together with the client of a record. */
export async function listOtherParticipants({ kysely, actor }: Tx, clientId: ClientId): Promise<PersonName[]> {
  const { rows } = await sql<PersonName>`
    select distinct oc.first_name as "firstName", oc.last_name as "lastName"
    from app.session_client p
      join app.session_client o on o.therapist_id = p.therapist_id and o.session_id = p.session_id and o.client_id <> p.client_id
      join app.client_name oc on oc.therapist_id = o.therapist_id and oc.id = o.client_id
    where p.therapist_id = ${actor.id} and p.client_id = ${clientId}`.execute(kysely)
  return rows
}

/** A name of another client in an exported text. `text` is the line in which it is. */
export type FoundPlace = TextSpan & { id: string; text: string }
/** Rewrites texts. `source` names the text, so that the same name in two texts has two ids. */
export type Redaction = { rich(source: string, doc: RichText): RichText; plain(source: string, text: string): string }

/** The id of a place changes with its line, so that a decision never applies to a line that the therapist has not seen. */
const placeId = (source: string, { line, text, start }: { line: number; text: string; start: number }) =>
  createHash('sha256').update(`${source} ${line} ${start} ${text}`).digest('base64url').slice(0, 8)

/** Returns the name of the client of a record. */
export const personOfRecord = ({ firstName, lastName }: ExportedRecord): PersonName => ({ firstName, lastName })

const finderOf = (record: ExportedRecord, others: readonly PersonName[]) =>
  otherNamesFinder(others, personOfRecord(record))

/** Returns the functions that remove the names of the other clients of a session from a text, except those that the order keeps. */
export function redactionOf(record: ExportedRecord, others: readonly PersonName[]): Redaction {
  const { keptNames = [] } = record.order
  if (keptNames === 'all' || others.length === 0) return { rich: (_, doc) => doc, plain: (_, text) => text }
  const find = finderOf(record, others)
  const kept = new Set(keptNames)
  const by = textsOf(record).t('nameRemoved')
  const removed = (source: string) => (text: string, line: number) =>
    find(text).filter(({ start }) => !kept.has(placeId(source, { line, text, start })))
  return {
    rich: (source, doc) => rewriteRichText(doc, removed(source), by),
    plain: (source, text) => replaceSpans(text, removed(source)(text, 0), by),
  }
}

/** Returns functions that do not change texts, and add the names of the other clients of a session to `places`. */
export function placeCollector(record: ExportedRecord, others: readonly PersonName[], places: FoundPlace[]): Redaction {
  const find = finderOf(record, others)
  const collect = (source: string) => (text: string, line: number) => {
    for (const span of find(text))
      places.push({ ...span, text, id: placeId(source, { line, text, start: span.start }) })
    return []
  }
  return {
    rich: (source, doc) => rewriteRichText(doc, collect(source), ''),
    plain(source, text) {
      collect(source)(text, 0)
      return text
    },
  }
}
