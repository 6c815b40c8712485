import type { Contract } from '@attune/contract'
import { defaultTerms } from '@attune/contract/features/terms'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const termsPolicy = {
  mine: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  save: { who: ['therapist'], assurance: 'full', sampleInput: () => defaultTerms },
  of: {
    who: ['client'],
    assurance: 'full',
    // Two clients of one therapist read the same terms.
    reach: { client: ['own', 'sibling'] },
    sampleInput: (world, whose) => ({ therapistId: world.fixturesOf(whose).therapistId }),
  },
} satisfies FeaturePolicy<Contract['terms']>
