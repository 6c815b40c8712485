import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const connectionPolicy = {
  invite: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).invitedClientId, command: world.newId() }),
  },
  invitationSecrets: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'open', thing: 'invitation-secrets' },
    specimen: (world, whose) => ({ id: world.of(whose).invitationId }),
  },
  revoke: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).invitedClientId, command: world.newId() }),
  },
  standingCode: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  rotateStandingCode: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'rotate', thing: 'standing-code' },
    specimen: (world) => ({ command: world.newId() }),
  },
  join: {
    who: ['client'],
    strength: 'full',
    // A code is its own right: whoever holds it may use it, whosever it was meant for.
    reach: { client: ['own', 'sibling', 'other'] },
    specimen: (world, whose) => ({ code: world.of(whose).code }),
  },
  therapists: { who: ['client'], strength: 'full', specimen: () => ({}) },
} satisfies PolicyOf<Contract['connection']>
