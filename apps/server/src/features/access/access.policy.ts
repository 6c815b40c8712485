import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const accessPolicy = {
  mine: {
    who: ['client'],
    assurance: 'full',
    sampleInput: () => ({ limit: 100 }),
    sampleFields: { readerId: (world, whose) => world.fixturesOf(whose).therapistId, after: (world) => world.newId() },
  },
} satisfies FeaturePolicy<Contract['access']>
