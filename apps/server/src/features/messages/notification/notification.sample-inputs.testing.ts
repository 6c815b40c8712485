import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  list: { input: () => ({ unreadOnly: false, limit: 50 }) },
  history: {
    input: () => ({ limit: 100 }),
    fields: { after: (context, whose) => context.fixturesOf(whose).notificationId },
  },
  insert: {
    input: (context) => ({
      id: context.newId(),
      userId: context.caller.accountId,
      title: 'Note',
      message: '',
      type: 'note',
      relatedType: 'user',
      relatedId: context.caller.accountId,
    }),
  },
  markRead: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).notificationId }),
    fields: { others: (context, whose) => [context.fixturesOf(whose).notificationId] },
  },
  markReadAbout: { input: (context) => ({ type: 'task', id: context.newId() }) },
  markAllRead: emptyInput,
} satisfies SampleInputs<Contract['notification']>

const rows = {
  notification: ({ mark, therapistId, clientAccountId, otherAccountId }) =>
    [therapistId, clientAccountId, otherAccountId].map((account) => ({
      account_id: account,
      kind: 'session-planned',
      params: { name: mark },
    })),
  notification_setting: ({ clientAccountId }) => ({ account_id: clientAccountId }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  notification_setting: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const notificationSamples = { inputs, rows, emptyInDemo }
