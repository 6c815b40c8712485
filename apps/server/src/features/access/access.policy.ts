import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const accessPolicy = {
  mine: { who: ['client'], strength: 'full', specimen: () => ({}) },
} satisfies PolicyOf<Contract['access']>
