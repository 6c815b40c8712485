import type { ClientId, UnassignedTextId } from '@attune/contract/common/ids'
import type { UnassignedText } from '@attune/contract/features/messages/text-message/text-message'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { mediaItemSql, mediaSql } from '../message/message.ts'
import { insertReceivedText } from './text-message.incoming.ts'

/** Returns the unassigned text messages of the acting therapist, latest first and at most 100, with the clients who have the number. */
export async function listUnassignedTexts(tx: Tx): Promise<UnassignedText[]> {
  const { rows } = await tx.run<UnassignedText>(
    `select u.id, u.channel, u.number, u.text, u.received_at as "receivedAt", u.media_count as "mediaCount",
       coalesce((select json_agg(${mediaItemSql} order by x.place)
         from ${mediaSql} where x.therapist_id = u.therapist_id and x.unassigned_id = u.id), '[]') as media,
       coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.last_name, c.first_name, c.id)
         from app.text_number n join app.client_name c on c.therapist_id = n.therapist_id and c.id = n.client_id
         where n.therapist_id = u.therapist_id and n.number = u.number), '[]') as candidates
     from app.unassigned_text u order by u.received_at desc, u.id desc limit 100`,
  )
  return rows
}

/**
 * Moves an unassigned text message to a conversation of the acting therapist. Refuses with NOT_FOUND if the text or the client record belongs to
 * another therapist, and with NOT_KEPT if the content of the text was not stored.
 */
export async function assignText(
  tx: Tx,
  { id, conversationId }: { id: UnassignedTextId; conversationId: ClientId },
  now: Date,
): Promise<void> {
  const { rows: records } = await tx.run('select from app.client_name where id = $1', [conversationId])
  if (records.length === 0) throw notFound()
  const { rows: texts } = await tx.run<{
    channel: string
    text: string | null
    receivedAt: string
    mediaCount: number
  }>(
    'select channel, text, received_at as "receivedAt", media_count as "mediaCount" from app.unassigned_text where id = $1',
    [id],
  )
  const [moved] = texts
  if (!moved) throw notFound()
  if (moved.text === null) throw createRefusal('NOT_KEPT', 409)
  const messageId = await insertReceivedText(tx, {
    clientId: conversationId,
    channel: moved.channel,
    body: moved.text,
    lostMedia: moved.mediaCount,
    receivedAt: new Date(moved.receivedAt),
    now,
  })
  const { rows } = await tx.run<{ moved: boolean }>('select def.move_unassigned_text($1, $2) as moved', [id, messageId])
  // Another call has moved or discarded the text in the meantime.
  if (!rows[0]?.moved) throw notFound()
}

/** Deletes an unassigned text message of the acting therapist and its files. Refuses with NOT_FOUND for any other message. */
export async function discardText(tx: Tx, id: UnassignedTextId): Promise<void> {
  const { rows } = await tx.run('select from def.take_unassigned_text($1)', [id])
  if (rows.length === 0) throw notFound()
}
