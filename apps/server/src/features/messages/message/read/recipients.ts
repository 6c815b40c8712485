import type { AccountId } from '@attune/contract/common/ids'
import type { MessageRecipient } from '@attune/contract/features/messages/message/message'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { clientTagsSql } from '../../../people/client-tag/client-tag.ts'
import { readOnlyReasonOf } from './conversations.ts'

type RecipientRow = Omit<MessageRecipient, 'readOnly'> & {
  accountId: AccountId | null
  isDisconnected: boolean
  isInactive: boolean
}

/**
 * Returns all clients of the acting therapist, sorted by name, each with the reason why no message can be sent to the client in the app. The reason
 * is null if a message can be sent.
 */
export async function listMessageRecipients(tx: Tx): Promise<MessageRecipient[]> {
  const { rows } = await sql<RecipientRow>`
    select c.id as "clientId", c.name as name, ${clientTagsSql} as tags, c.account_id as "accountId",
      c.disconnected_at is not null as "isDisconnected", c.status = 'inactive' as "isInactive"
    from app.client_state c where c.therapist_id = ${tx.actor.id} order by lower(c.last_name), lower(c.first_name), c.id`.execute(
    tx.kysely,
  )
  return rows.map(({ clientId, name, tags, ...connection }) => ({
    clientId,
    name,
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name })),
    readOnly: readOnlyReasonOf({ ...connection, hasTexts: false, isReachable: true }),
  }))
}
