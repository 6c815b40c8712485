import type { Contract } from '@attune/contract'
import { defaultTerms } from '@attune/contract/features/terms'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const termsPolicy = {
  mine: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  save: { who: ['therapist'], strength: 'full', specimen: () => defaultTerms },
  of: {
    who: ['client'],
    strength: 'full',
    // Two clients of one therapist read the same terms.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({ therapistId: world.of(whose).therapistId }),
  },
} satisfies PolicyOf<Contract['terms']>
