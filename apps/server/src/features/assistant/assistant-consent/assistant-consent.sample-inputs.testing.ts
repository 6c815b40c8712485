import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const recordOf = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).clientId })

const inputs = {
  list: emptyInput,
  get: { input: recordOf },
  give: {
    input: (context, whose) => ({
      ...recordOf(context, whose),
      command: context.newId(),
      language: 'en' as const,
      version: 1,
      termsVersion: 1,
    }),
  },
  withdraw: { input: (context, whose) => ({ ...recordOf(context, whose), command: context.newId() }) },
} satisfies SampleInputs<Contract['assistantConsent']>

const rows = {
  assistant_consent: ({ mark, therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    action: 'given',
    how: 'therapist',
    by_account: therapistId,
    version: 1,
    language: 'en',
    terms_version: 1,
    provider: mark.slice(0, 60),
    provider_country: 'DE',
    command: rowId('assistant_consent'),
    at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  assistant_consent: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const assistantConsentSamples = { inputs, rows, emptyInDemo }
