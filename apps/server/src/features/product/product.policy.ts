import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const productPolicy = {
  info: { who: ['anyone'], strength: 'any', specimen: () => ({}) },
} satisfies PolicyOf<Contract['product']>
