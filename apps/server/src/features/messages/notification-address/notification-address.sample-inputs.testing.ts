import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  list: emptyInput,
  add: {
    input: (context) => {
      const id = context.newId()
      return { id, email: `office-${id}@attune.test` }
    },
  },
  sendLink: { input: (context, whose) => ({ id: context.fixturesOf(whose).notificationAddressId }) },
  save: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).notificationAddressId,
      version: 1,
      kinds: { feedback: false },
      quiet: { from: '20:00', to: '07:00' },
    }),
  },
  remove: { input: (context, whose) => ({ id: context.fixturesOf(whose).notificationAddressId }) },
  sendTest: { input: (context, whose) => ({ id: context.fixturesOf(whose).notificationAddressId }) },
  verify: { input: () => ({ token: 'A'.repeat(43) }) },
} satisfies SampleInputs<Contract['notificationAddress']>

const rows = {
  notification_address: ({ rowId }) => ({
    id: rowId('notification_address'),
    email: `${rowId('notification_address')}@attune.test`,
    language: 'en',
    zone: 'UTC',
    sent_at: new Date(),
    expires_at: new Date(Date.now() + 60_000),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  notification_address: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const notificationAddressSamples = { inputs, rows, emptyInDemo }
