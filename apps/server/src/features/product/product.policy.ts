import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const productPolicy = {
  info: { who: ['anyone'], strength: 'any', specimen: () => ({}) },
  support: { who: ['signed-in'], strength: 'any', specimen: () => ({}) },
  sendFeedback: {
    who: ['signed-in'],
    strength: 'any',
    specimen: (world) => ({ id: world.newId(), text: 'The calendar is easy to read.', page: '/dashboard' }),
  },
} satisfies PolicyOf<Contract['product']>
