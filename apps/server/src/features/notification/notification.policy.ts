import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const notificationPolicy = {
  list: { who: ['signed-in'], strength: 'full', specimen: () => ({ unreadOnly: false }) },
  markRead: {
    who: ['signed-in'],
    strength: 'full',
    reach: { therapist: ['own'], client: ['own'], admin: ['own'] },
    specimen: (world, whose) => ({ id: world.of(whose).notificationId }),
  },
  markAllRead: { who: ['signed-in'], strength: 'full', specimen: () => ({}) },
} satisfies PolicyOf<Contract['notification']>
