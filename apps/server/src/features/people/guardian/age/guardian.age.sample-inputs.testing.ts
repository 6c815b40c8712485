import type { guardianAge } from '@attune/contract/features/people/guardian/guardian.age'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianAgeInputs = {
  renew: { input: (context, whose) => ({ id: context.fixturesOf(whose).pausedGuardianId, rights: ['sessions'] }) },
  renewOnWord: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).pausedGuardianId, rights: ['sessions'] }),
  },
} satisfies SampleInputs<typeof guardianAge>
