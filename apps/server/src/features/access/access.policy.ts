import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const accessPolicy = {
  mine: {
    who: ['client'],
    strength: 'full',
    specimen: () => ({ limit: 100 }),
    more: { readerId: (world, whose) => world.of(whose).therapistId, after: (world) => world.newId() },
  },
} satisfies PolicyOf<Contract['access']>
