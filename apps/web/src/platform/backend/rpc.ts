import type { AccountId, ClientId, GuardianConversationId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/client'
import { orpc } from '../api/api.ts'
import { errorCode } from '../api/errors.ts'
import { asCall, readCached } from './answer-cache.ts'

type UnreadMessageCount = { conversation_id: ClientId | GuardianConversationId; unread_count: number }

/** The code of Postgres for a table that does not exist. */
const missingTable = '42P01'

/**
 * Returns the number of unread messages in each conversation of the signed-in person. Throws FORBIDDEN (403) for another person's id. Returns an
 * empty list if the counts cannot be read, and logs a warning unless the cause is a missing table [7.03, 8.08].
 */
async function unreadMessageCounts({ p_user_id }: { p_user_id: AccountId }): Promise<UnreadMessageCount[]> {
  const me = orpc.account.me.queryOptions({ input: {}, context: asCall })
  const { id } = await readCached({ cache: 'general', query: me, tables: ['profiles'] })
  if (id !== p_user_id) throw new ORPCError('FORBIDDEN', { status: 403 })
  const counts = orpc.message.unreadCounts.queryOptions({ input: {}, context: asCall })
  const tables = ['messages', 'conversations', 'conversation_reads', 'guardianConversations'] as const
  try {
    const { items } = await readCached({ cache: 'general', query: counts, tables })
    return items.map(({ conversationId, unread }) => ({ conversation_id: conversationId, unread_count: unread }))
  } catch (error) {
    if (errorCode(error) !== missingTable) console.warn('unread counts could not be fetched', error)
    return []
  }
}

const procedures = { get_unread_message_counts: unreadMessageCounts } as const

/** Calls a database function by its name: `rpc('get_unread_message_counts', { p_user_id })`. */
export const backendRpc = <Name extends keyof typeof procedures>(
  name: Name,
  parameters: Parameters<(typeof procedures)[Name]>[0],
) => procedures[name](parameters)
