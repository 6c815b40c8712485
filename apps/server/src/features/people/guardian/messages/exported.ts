import type { ClientId, GuardianConversationId, GuardianMessageId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

export type ExportedConversation = { id: GuardianConversationId; name: string; relationship: string }
export type ExportedGuardianMessage = { id: GuardianMessageId; at: string; by: 'therapist' | 'guardian'; text: string }

/** Returns the conversations with guardians in a record of the acting therapist, by name. */
export async function listExportedConversations(tx: Tx, clientId: ClientId): Promise<ExportedConversation[]> {
  const { rows } = await sql<ExportedConversation>`
    select v.id, g.name, g.relationship from app.guardian_conversation v
      join app.guardian g on g.therapist_id = v.therapist_id and g.id = v.guardian_id
    where v.therapist_id = ${tx.actor.id} and v.client_id = ${clientId} and v.last_seq > 0 order by g.name, v.id`.execute(
    tx.kysely,
  )
  return rows
}

type Page = {
  conversation: GuardianConversationId
  from: string | Date | null
  until: string | Date | null
  after: { id: string } | null
  limit: number
}

/** Returns a page of the messages of a conversation, in their order. */
export async function listExportedGuardianMessages(tx: Tx, page: Page): Promise<ExportedGuardianMessage[]> {
  const { rows } = await sql<ExportedGuardianMessage>`
    select m.id, m.created_at as at, m.by_role as by, m.text from app.guardian_message m
    where m.therapist_id = ${tx.actor.id} and m.conversation_id = ${page.conversation}
      and m.created_at >= ${page.from ?? '-infinity'}::timestamptz and m.created_at < ${page.until ?? 'infinity'}::timestamptz
      and m.seq > coalesce((select l.seq from app.guardian_message l where l.id = ${page.after?.id ?? null}::uuid), 0)
    order by m.seq limit ${page.limit}`.execute(tx.kysely)
  return rows
}
