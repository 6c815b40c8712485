import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const notificationPolicy = {
  list: { who: ['signed-in'], strength: 'full', specimen: () => ({ unreadOnly: false, limit: 50 }) },
  history: {
    who: ['signed-in'],
    strength: 'full',
    specimen: () => ({ limit: 100 }),
    more: { after: (world, whose) => world.of(whose).notificationId },
  },
  insert: {
    who: ['signed-in'],
    strength: 'full',
    specimen: (world) => ({ id: world.newId(), userId: world.me.accountId, title: 'Note', message: '', type: 'note' }),
  },
  markRead: {
    who: ['signed-in'],
    strength: 'full',
    reach: { therapist: ['own'], client: ['own'], admin: ['own'] },
    specimen: (world, whose) => ({ id: world.of(whose).notificationId }),
  },
  markAllRead: { who: ['signed-in'], strength: 'full', specimen: () => ({}) },
} satisfies PolicyOf<Contract['notification']>
