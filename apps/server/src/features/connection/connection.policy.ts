import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const connectionPolicy = {
  invite: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).invitedClientId, command: world.newId() }),
  },
  invitationSecrets: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'open', thing: 'invitation-secrets' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).invitationId }),
  },
  inviteMany: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ ids: [world.fixturesOf(whose).invitedClientId], command: world.newId() }),
  },
  invitationPreview: { who: ['therapist'], assurance: 'full', sampleInput: () => ({ language: 'fr' }) },
  disconnectPreview: {
    who: ['therapist', 'client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).leavingClientId }),
  },
  disconnect: {
    who: ['therapist', 'client'],
    assurance: 'full',
    audited: { action: 'disconnect', thing: 'client' },
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).leavingClientId, command: world.newId() }),
  },
  undoJoin: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'undo-join', thing: 'client' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).leavingClientId, command: world.newId() }),
  },
  revoke: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).invitedClientId, command: world.newId() }),
  },
  standingCode: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  rotateStandingCode: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'rotate', thing: 'standing-code' },
    sampleInput: (world) => ({ command: world.newId() }),
  },
  join: {
    who: ['client'],
    assurance: 'full',
    // Every client who has a code can use it, whomever it was meant for.
    reach: { client: ['own', 'sibling', 'other'] },
    sampleInput: (world, whose) => ({ code: world.fixturesOf(whose).code }),
  },
  therapists: { who: ['client'], assurance: 'full', sampleInput: () => ({}) },
} satisfies FeaturePolicy<Contract['connection']>
