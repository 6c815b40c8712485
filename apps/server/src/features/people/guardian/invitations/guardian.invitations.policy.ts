import type { guardianInvitations } from '@attune/contract/features/people/guardian/guardian.invitations'
import { type FeaturePolicy, therapistOnly } from '../../../../platform/policy/policy.ts'

export const guardianInvitationsPolicy = {
  ofClient: therapistOnly,
  invite: {
    ...therapistOnly,
    limit: { perHour: 120 },
    audited: { action: 'invite', resource: 'guardian', change: 'own' },
  },
  resend: {
    ...therapistOnly,
    limit: { perHour: 120 },
    audited: { action: 'invite-again', resource: 'guardian', change: 'own' },
  },
  secrets: { ...therapistOnly, audited: { action: 'open', resource: 'guardian-link' } },
  save: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'change', resource: 'guardian', change: 'own' },
  },
  end: { ...therapistOnly, audited: { action: 'end', resource: 'guardian', change: 'own' } },
} satisfies FeaturePolicy<typeof guardianInvitations>
