import type { guardianClient } from '@attune/contract/features/people/guardian/guardian.client'
import { clientOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianClientPolicy = { mine: clientOnly } satisfies FeaturePolicy<typeof guardianClient>
