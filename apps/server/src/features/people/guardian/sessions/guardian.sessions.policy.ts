import type { guardianSessions } from '@attune/contract/features/people/guardian/guardian.sessions'
import type { FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianSessionsPolicy = {} satisfies FeaturePolicy<typeof guardianSessions>
