import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const termsPolicy = {
  mine: therapistOnly,
  save: therapistOnly,
  of: {
    ...clientOnly,
    // All clients of a therapist read the same terms.
    reach: { client: ['own', 'sibling'] },
  },
} satisfies FeaturePolicy<Contract['terms']>
