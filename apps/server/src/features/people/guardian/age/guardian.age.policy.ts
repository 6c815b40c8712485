import type { guardianAge } from '@attune/contract/features/people/guardian/guardian.age'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

const renewed = { action: 'renew', resource: 'guardian', change: 'own' } as const

export const guardianAgePolicy = {
  renew: { ...clientOnly, audited: renewed },
  renewOnWord: { ...therapistOnly, audited: { ...renewed, action: 'renew-on-word' } },
} satisfies FeaturePolicy<typeof guardianAge>
