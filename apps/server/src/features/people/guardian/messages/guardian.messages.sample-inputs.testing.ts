import type { guardianMessages } from '@attune/contract/features/people/guardian/guardian.messages'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { TestContext } from '../../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../../testing/samples/sample-input.ts'

const actingFor = (context: TestContext, whose: Ownership) => ({ actingFor: context.fixturesOf(whose).clientId })
const conversationOf = (context: TestContext, whose: Ownership) => ({
  id: context.fixturesOf(whose).guardianConversationId,
})
const part = { before: () => 2, limit: () => 10 }
const text = 'See you on Monday.'

export const guardianMessagesInputs = {
  messages: { input: actingFor, fields: part },
  unreadMessages: { input: actingFor },
  sendMessage: { input: (context, whose) => ({ ...actingFor(context, whose), id: context.newId(), text }) },
  markMessagesRead: { input: (context, whose) => ({ ...actingFor(context, whose), upTo: 1 }) },
  conversations: emptyInput,
  conversation: { input: conversationOf, fields: part },
  writeToGuardian: {
    input: (context, whose) => ({
      conversationId: context.fixturesOf(whose).guardianConversationId,
      id: context.newId(),
      text,
    }),
  },
  markConversationRead: { input: (context, whose) => ({ ...conversationOf(context, whose), upTo: 1 }) },
} satisfies SampleInputs<typeof guardianMessages>
