import type { ClientId, MessageId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { formatDateTimeInZone, languageFrom, translate } from '../../../../platform/text/translations.ts'
import { addToClientNote, removeFromClientNote } from '../../../care/note/note.ts'

/**
 * Adds a message to the acting therapist’s notes about the client, with its author and time in the therapist’s language and
 * zone. Adding the same message again changes nothing. Refuses with NOT_FOUND, NO_TEXT and NOTES_FULL.
 */
export const putMessageIntoNotes = async (tx: Tx, id: MessageId, now: Date): Promise<void> =>
  addToClientNote(tx, await readPassage(tx, id), now)

/** Removes a message from the notes again. Returns whether the notes contained the message. Refuses with NOT_FOUND and NO_TEXT. */
export const removeMessageFromNotes = async (tx: Tx, id: MessageId, now: Date): Promise<boolean> =>
  removeFromClientNote(tx, await readPassage(tx, id), now)

type MessageFacts = {
  clientId: ClientId
  text: string
  name: string
  createdAt: string
  language: string
  zone: string
}

/**
 * Returns the id of a message's client record, and the passage with which the therapist's notes quote the message. Refuses with NOT_FOUND for a
 * message that does not exist or belongs to another therapist, and with NO_TEXT for a deleted message or a message that contains only files.
 */
async function readPassage(tx: Tx, id: MessageId): Promise<{ clientId: ClientId; passage: string }> {
  const { rows } = await sql<MessageFacts>`
    select m.client_id as "clientId", m.text, m.created_at as "createdAt", me.language, me.zone,
      case m.by_role when 'client' then c.name else me.name end as name
    from app.message m join app.client_name c on c.therapist_id = m.therapist_id and c.id = m.client_id
      join app.person me on me.account_id = m.therapist_id
    where m.id = ${id} and m.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const [message] = rows
  if (!message) throw notFound()
  // A deleted message and a message of files have no text.
  if (!message.text) throw createRefusal('NO_TEXT', 409)
  const { clientId, text, name, createdAt, zone } = message
  const language = languageFrom(message.language)
  const when = formatDateTimeInZone(createdAt, language, zone)
  // An empty line would split the message into separate passages.
  const lines = text.replace(/\n\s*\n/g, '\n')
  return { clientId, passage: `${translate(language, 'messageInNotes', { name, when })}\n${lines}` }
}
