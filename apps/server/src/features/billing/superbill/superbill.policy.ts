import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const superbillPolicy = {
  prepare: therapistOnly,
  make: {
    ...therapistOnly,
    limit: { perHour: 240 },
    audited: { action: 'make', resource: 'superbill', change: 'own' },
  },
  withdraw: { ...therapistOnly, audited: { action: 'withdraw', resource: 'superbill', change: 'own' } },
  list: therapistOnly,
  mine: clientOnly,
} satisfies FeaturePolicy<Contract['superbill']>
