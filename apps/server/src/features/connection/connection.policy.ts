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
  inviteMany: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ids: [world.of(whose).invitedClientId], command: world.newId() }),
  },
  invitationPreview: { who: ['therapist'], strength: 'full', specimen: () => ({ language: 'fr' }) },
  disconnectPreview: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: (world, whose) => ({ clientId: world.of(whose).leavingClientId }),
  },
  disconnect: {
    who: ['therapist', 'client'],
    strength: 'full',
    audited: { action: 'disconnect', thing: 'client' },
    specimen: (world, whose) => ({ clientId: world.of(whose).leavingClientId, command: world.newId() }),
  },
  undoJoin: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'undo-join', thing: 'client' },
    specimen: (world, whose) => ({ id: world.of(whose).leavingClientId, command: world.newId() }),
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
    // Every client who has a code can use it, whomever it was meant for.
    reach: { client: ['own', 'sibling', 'other'] },
    specimen: (world, whose) => ({ code: world.of(whose).code }),
  },
  therapists: { who: ['client'], strength: 'full', specimen: () => ({}) },
} satisfies PolicyOf<Contract['connection']>
