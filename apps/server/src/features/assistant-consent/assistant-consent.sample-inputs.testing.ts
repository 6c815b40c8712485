import type { Contract } from '@attune/contract'
import type { Ownership } from '../../platform/policy/policy.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

const recordOf = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).clientId })

export const assistantConsentSampleInputs = {
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
