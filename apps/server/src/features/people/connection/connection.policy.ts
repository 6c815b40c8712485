import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const connectionPolicy = {
  invite: therapistOnly,
  invitationSecrets: { ...therapistOnly, audited: { action: 'open', resource: 'invitation-secrets' } },
  inviteMany: therapistOnly,
  invitationPreview: therapistOnly,
  disconnectPreview: therapistOrClient,
  disconnect: { ...therapistOrClient, audited: { action: 'disconnect', resource: 'client', change: 'own' } },
  undoJoin: { ...therapistOnly, audited: { action: 'undo-join', resource: 'client', change: 'own' } },
  revoke: therapistOnly,
  inviteCode: therapistOnly,
  renewInviteCode: {
    ...therapistOnly,
    audited: { action: 'rotate', resource: 'standing-code', object: 'caller', change: 'auth' },
  },
  join: {
    ...clientOnly,
    // A client can use any valid code, including a code that was sent to another client.
    reach: { client: ['own', 'sibling', 'other'] },
  },
  therapists: clientOnly,
} satisfies FeaturePolicy<Contract['connection']>
