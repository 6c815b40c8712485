import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import {
  countUnreadOfGuardian,
  listGuardianConversations,
  readGuardianThread,
  readTherapistThread,
  requireOwnConversation,
} from './conversations.ts'
import { markGuardianConversationRead, sendGuardianMessage } from './send.ts'

const on = implement(contract.guardian).$context<Context>()
const done = { done: true as const }

export const guardianMessagesHandlers = {
  messages: operation(on.messages, readGuardianThread),

  unreadMessages: operation(on.unreadMessages, async (tx, { actingFor }) => ({
    unread: await countUnreadOfGuardian(tx, actingFor),
  })),

  sendMessage: operation(on.sendMessage, async (tx, { actingFor, ...sent }, now) =>
    sendGuardianMessage(tx, { ...sent, conversationId: await requireOwnConversation(tx, actingFor) }, now),
  ),

  markMessagesRead: operation(on.markMessagesRead, async (tx, { actingFor, upTo }, now) => {
    await markGuardianConversationRead(tx, { id: await requireOwnConversation(tx, actingFor), upTo }, now)
    return done
  }),

  conversations: operation(on.conversations, async (tx) => ({ items: await listGuardianConversations(tx) })),

  conversation: operation(on.conversation, readTherapistThread),

  writeToGuardian: operation(on.writeToGuardian, sendGuardianMessage),

  markConversationRead: operation(on.markConversationRead, async (tx, input, now) => {
    await markGuardianConversationRead(tx, input, now)
    return done
  }),
}
