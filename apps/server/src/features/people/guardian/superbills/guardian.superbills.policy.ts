import type { guardianSuperbills } from '@attune/contract/features/people/guardian/guardian.superbills'
import { guardianOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianSuperbillsPolicy = { superbills: guardianOnly } satisfies FeaturePolicy<typeof guardianSuperbills>
