import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const connectionPolicy = {
  invite: therapistOnly,
  invitationSecrets: { ...therapistOnly, audited: { action: 'open', thing: 'invitation-secrets' } },
  inviteMany: therapistOnly,
  invitationPreview: therapistOnly,
  disconnectPreview: therapistOrClient,
  disconnect: { ...therapistOrClient, audited: { action: 'disconnect', thing: 'client', change: 'own' } },
  undoJoin: { ...therapistOnly, audited: { action: 'undo-join', thing: 'client', change: 'own' } },
  revoke: therapistOnly,
  inviteCode: therapistOnly,
  renewInviteCode: {
    ...therapistOnly,
    audited: { action: 'rotate', thing: 'standing-code', object: 'caller', change: 'auth' },
  },
  join: {
    ...clientOnly,
    // A client can use any valid code, including a code that was sent to another client.
    reach: { client: ['own', 'sibling', 'other'] },
  },
  therapists: clientOnly,
} satisfies FeaturePolicy<Contract['connection']>
