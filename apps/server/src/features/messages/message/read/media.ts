import type { Message } from '@attune/contract/features/messages/message/message'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** SQL for the files `x` of text messages, each with the file `f` that was created from it. */
export const mediaSql = `app.text_media x left join app.file f on f.account_id = x.account_id and f.id = x.file_id`

/** SQL for the file `x` in the format of the contract. A file is ready once it was fetched and checked. */
export const mediaItemSql = `json_build_object('id', x.id, 'refusal', coalesce(x.refusal, f.refusal),
  'state', case when coalesce(x.refusal, f.refusal) is not null then 'refused' when f.state = 'ready' then 'ready' else 'waiting' end)`

/** Returns, by message, the files of text messages that are not ready, in order. */
export async function readMediaOfMessages(tx: Tx, messages: readonly string[]): Promise<Map<string, Message['media']>> {
  if (messages.length === 0) return new Map()
  const { rows } = await sql<{ message: string; media: Message['media'] }>`
    select x.message_id as message, json_agg(${sql.raw(mediaItemSql)} order by x.place) as media
    from app.message m join ${sql.raw(mediaSql)} on x.therapist_id = m.therapist_id and x.message_id = m.id
    where m.id = any(${messages}::uuid[]) and f.state is distinct from 'ready' group by x.message_id`.execute(tx.kysely)
  return new Map(rows.map(({ message, media }) => [message, media]))
}
