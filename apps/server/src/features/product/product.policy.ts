import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const productPolicy = {
  info: { who: ['anyone'], assurance: 'any', sampleInput: () => ({}) },
  support: { who: ['signed-in'], assurance: 'any', sampleInput: () => ({}) },
  sendFeedback: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: (world) => ({ id: world.newId(), text: 'The calendar is easy to read.', page: '/dashboard' }),
  },
} satisfies FeaturePolicy<Contract['product']>
