import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const termsPolicy = {
  mine: therapistOnly,
  save: therapistOnly,
  of: {
    ...clientOnly,
    // Two clients of one therapist read the same terms.
    reach: { client: ['own', 'sibling'] },
  },
} satisfies FeaturePolicy<Contract['terms']>
