import type { ClientId } from '@attune/contract/common/ids'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { senderKey } from '../../../platform/query/query-cache-limits.ts'
import { withStoredAnswers } from '../../../platform/offline/stored-query.ts'

type Sender = Conversation['person']

/**
 * Remembers the participants of conversations, in memory and on this device, for an hour. `at` is the time at which the server answered, in epoch
 * milliseconds.
 */
export function rememberSenders(cache: QueryClient, conversations: readonly Conversation[], at: number) {
  const senders = new Map(conversations.map(({ id, person }) => [id, person]))
  for (const [id, sender] of senders) cache.setQueryData(senderKey(id), sender, { updatedAt: at })
  void withStoredAnswers((answers, account) => answers.storeAnswers(account, 'senders', senders, at))
}

/** The kinds of stored answers that have the id of a conversation. */
const conversationKinds = new Set(['messages', 'senders'])

/**
 * Deletes the stored answers of conversations that are not in `ids`. `ids` contains all conversations of the person. Keeps the stored answers of
 * other kinds, whose ids are not ids of conversations.
 */
export function forgetOtherConversations(ids: readonly ClientId[]) {
  void withStoredAnswers((answers, account) =>
    answers.discardStoredAnswers(account, (id, kind) => !conversationKinds.has(kind) || ids.includes(id)),
  )
}

/** Returns the other participant of a conversation. While the conversation is not loaded, returns the remembered one; null if there is none. */
export function useSender(id: ClientId, conversation: Conversation | undefined): Sender | null {
  const remembered = useQuery({
    queryKey: senderKey(id),
    queryFn: () =>
      withStoredAnswers(async ({ readStoredAnswer }, account) => {
        const found = await readStoredAnswer(account, 'senders', id)
        return found ? (found.value as Sender) : null
      }),
    staleTime: Infinity,
    enabled: conversation === undefined,
  })
  return conversation?.person ?? remembered.data ?? null
}
