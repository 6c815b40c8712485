import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const number = '+4915123456789'

const recordOf = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).clientId })

const inputs = {
  list: emptyInput,
  get: { input: recordOf },
  give: {
    input: (context, whose) => ({
      ...recordOf(context, whose),
      command: context.newId(),
      number,
      channel: 'sms' as const,
      purposes: ['notice' as const],
      language: 'en' as const,
      version: 1,
      senderName: 'Attune',
      provider: 'Twilio',
      providerCountry: 'US',
    }),
  },
  withdraw: {
    input: (context, whose) => ({
      ...recordOf(context, whose),
      command: context.newId(),
      channel: 'sms' as const,
      purposes: ['notice' as const],
    }),
  },
} satisfies SampleInputs<Contract['consent']>

const rows = {
  text_number: ({ therapistId, clientId }) => ({
    client_id: clientId,
    therapist_id: therapistId,
    number,
    changed_at: new Date(),
  }),
  text_consent: ({ mark, therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    number,
    channel: 'sms',
    purpose: 'notice',
    action: 'given',
    how: 'therapist',
    by_account: therapistId,
    version: 1,
    language: 'en',
    sender_name: mark.slice(0, 60),
    provider: 'Twilio',
    provider_country: 'US',
    command: rowId('text_consent'),
    at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  text_consent: 'needs a provider outside the practice',
  text_number: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const consentSamples = { inputs, rows, emptyInDemo }
