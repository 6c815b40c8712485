import type { guardianForms } from '@attune/contract/features/people/guardian/guardian.forms'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { TestContext } from '../../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

const client = (context: TestContext, whose: Ownership) => ({ actingFor: context.fixturesOf(whose).clientId })
const form = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  id: context.fixturesOf(whose).guardianFormId,
})

export const guardianFormsInputs = {
  forms: { input: client },
  form: { input: form },
  saveFormAnswers: { input: (context, whose) => ({ ...form(context, whose), draftVersion: 0, answers: {} }) },
  signForm: {
    input: (context, whose) => ({
      ...form(context, whose),
      version: 1,
      sha256: '0'.repeat(64),
      answers: {},
      typedName: 'Marta Flores',
      command: context.newId(),
    }),
  },
  withdrawForm: {
    input: (context, whose) => ({ ...client(context, whose), id: context.fixturesOf(whose).guardianSignedFormId }),
  },
} satisfies SampleInputs<typeof guardianForms>
