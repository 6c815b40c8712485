import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

export const notificationSampleInputs = {
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
    }),
  },
  markRead: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).notificationId }),
  },
  markAllRead: emptyInput,
} satisfies SampleInputs<Contract['notification']>
