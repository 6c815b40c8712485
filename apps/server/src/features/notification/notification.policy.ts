import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const notificationPolicy = {
  list: { who: ['signed-in'], assurance: 'full', sampleInput: () => ({ unreadOnly: false, limit: 50 }) },
  history: {
    who: ['signed-in'],
    assurance: 'full',
    sampleInput: () => ({ limit: 100 }),
    sampleFields: { after: (world, whose) => world.fixturesOf(whose).notificationId },
  },
  insert: {
    who: ['signed-in'],
    assurance: 'full',
    sampleInput: (world) => ({
      id: world.newId(),
      userId: world.caller.accountId,
      title: 'Note',
      message: '',
      type: 'note',
    }),
  },
  markRead: {
    who: ['signed-in'],
    assurance: 'full',
    reach: { therapist: ['own'], client: ['own'], admin: ['own'] },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).notificationId }),
  },
  markAllRead: { who: ['signed-in'], assurance: 'full', sampleInput: () => ({}) },
} satisfies FeaturePolicy<Contract['notification']>
