import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

/** The conversation of a client has the id of the client record. */
const conversationOf = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).clientId })
/** Returns a file of the caller, who is the client or the therapist of a pair. */
const ownFileOf = (context: TestContext, whose: Ownership) => {
  const { unlinkedFileId, therapistFileId } = context.fixturesOf(whose)
  return context.caller.accountId === context.fixturesOf('own').accountId ? unlinkedFileId : therapistFileId
}
const messageOf = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).messageId })

const inputs = {
  list: {
    input: () => ({ limit: 100 }),
    fields: {
      after: (context) => Buffer.from(`1 2026-11-19T08:00:00.000Z ${context.newId()}`).toString('base64url'),
    },
  },
  messages: { input: conversationOf, fields: { around: () => 1, before: () => 2, after: () => 1, limit: () => 10 } },
  send: {
    input: (context, whose) => ({
      id: context.newId(),
      conversationId: context.fixturesOf(whose).clientId,
      text: 'See you on Monday.',
    }),
    fields: {
      attachments: (context, whose) => [ownFileOf(context, whose)],
      channel: () => 'app',
      template: () => undefined,
    },
  },
  retry: { input: messageOf },
  edit: { input: (context, whose) => ({ ...messageOf(context, whose), text: 'See you on Tuesday.' }) },
  delete: { input: messageOf },
  acknowledge: { input: (context, whose) => ({ ids: [context.fixturesOf(whose).receivedMessageId] }) },
  markRead: { input: (context, whose) => ({ ...conversationOf(context, whose), upTo: 1 }) },
  unreadCounts: emptyInput,
  search: {
    input: () => ({ search: 'mon', limit: 20 }),
    fields: {
      conversationId: (context, whose) => context.fixturesOf(whose).clientId,
      after: (context) => Buffer.from(`2026-11-19T08:00:00.000Z ${context.newId()}`).toString('base64url'),
    },
  },
  sender: { input: messageOf },
  latestFromOther: { input: conversationOf },
  recipients: emptyInput,
  putIntoNotes: { input: messageOf },
  removeFromNotes: { input: messageOf },
} satisfies SampleInputs<Contract['message']>

const rows = {
  message: ({ mark, therapistId, clientId, clientAccountId, rowId }) =>
    [
      { id: rowId('message'), seq: 1, by_role: 'client', sender_id: clientAccountId },
      { id: rowId('text message'), seq: 2, by_role: 'therapist', sender_id: therapistId, channel: 'sms' },
    ].map((each) => ({
      channel: 'app',
      ...each,
      therapist_id: therapistId,
      client_id: clientId,
      text: mark,
      words: `'word'`,
      created_at: new Date(),
      updated_at: new Date(),
    })),
  message_file: ({ therapistId, clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    file_id: rowId('photo'),
    therapist_id: therapistId,
    message_id: rowId('message'),
    place: 0,
  }),
  conversation_arrival: ({ therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    by_role: 'therapist',
    seq: 1,
  }),
  conversation_read: ({ therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    by_role: 'therapist',
    seq: 1,
    account_id: therapistId,
    at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  conversation_arrival: 'written when a device shows a message',
  message_file: 'has no example yet',
} satisfies EmptyInDemo<typeof rows>

export const messageSamples = { inputs, rows, emptyInDemo }
