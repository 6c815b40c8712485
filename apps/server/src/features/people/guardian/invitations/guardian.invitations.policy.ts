import type { guardianInvitations } from '@attune/contract/features/people/guardian/guardian.invitations'
import type { FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianInvitationsPolicy = {} satisfies FeaturePolicy<typeof guardianInvitations>
