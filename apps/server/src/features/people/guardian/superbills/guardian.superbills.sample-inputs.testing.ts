import type { guardianSuperbills } from '@attune/contract/features/people/guardian/guardian.superbills'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianSuperbillsInputs = {
  superbills: { input: (context, whose) => ({ actingFor: context.fixturesOf(whose).clientId }) },
} satisfies SampleInputs<typeof guardianSuperbills>
