import { z } from 'zod'
import { SessionId } from '../../../common/ids.ts'
import { ClientId, Id } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { namedKinds, searchLimits, textKinds } from './search.rules.ts'

const SearchInput = z.strictObject({ query: text(searchLimits.query) })

const found = {
  /**
   * The id of the record that the result opens: the session for a note on a session, the client for a note about a client, the journal entry for a
   * comment.
   */
  id: Id,
  /** The record of the client, or of the acting client at the therapist; null for a result that belongs to no client. */
  clientId: ClientId.nullable(),
  /** The name of a person, a title, the name of a document, the number of an invoice. Empty for sessions, notes, messages and drafts of invoices. */
  title: z.string(),
  /** For therapists, the names of the clients; for clients, the name of the therapist. Empty if the result is a person or belongs to no one. */
  person: z.string(),
  /** The instant of a session, message, entry or assignment; null for a result without an instant. */
  at: z.string().nullable(),
}

/** A result that was found by its name, title, number or date. */
export const NamedResult = z.strictObject({
  ...found,
  /** The day of issue of an invoice, `YYYY-MM-DD`; null for a draft and for other kinds. */
  day: z.string().nullable(),
  /** The amount of an invoice in minor units; null for other kinds. */
  amount: z.strictObject({ minor: z.string(), currency: z.string() }).nullable(),
})
export type NamedResult = z.infer<typeof NamedResult>

/** A result that was found by its text. Of the text itself, it contains only the title. */
export const TextResult = z.strictObject({
  ...found,
  /** The number of a message in its conversation, which has the id `clientId`; null for other kinds. */
  seq: z.number().nullable(),
  /** The session of a note; absent for other kinds. */
  sessionId: SessionId.optional(),
})
export type TextResult = z.infer<typeof TextResult>

/** The results of one kind, the best first, and whether there are more than `searchLimits.perKind`. */
const groupOf = <Kind extends z.ZodType, Result extends z.ZodType>(kind: Kind, result: Result) =>
  z.strictObject({ kind, items: z.array(result), more: z.boolean() })

export const search = {
  /**
   * Things that the caller may see, by name, title, number, amount, payer or date: those that match all words of the query. The groups and their
   * items are in the order of relevance. Empty for a query without letters and digits. Finds no texts, and nothing for admins.
   */
  names: read.input(SearchInput).output(z.strictObject({ groups: z.array(groupOf(z.enum(namedKinds), NamedResult)) })),
  /**
   * Notes, messages, journal entries, comments on them and tasks that the caller may see and whose text contains all words of the query, also in
   * other inflections. Empty for fewer than `searchLimits.textLetters` letters. While `isBuilding`, the index is incomplete, and so are the results.
   */
  texts: read.input(SearchInput).output(
    z.strictObject({
      isBuilding: z.boolean(),
      groups: z.array(groupOf(z.enum(textKinds), TextResult)),
    }),
  ),
}
