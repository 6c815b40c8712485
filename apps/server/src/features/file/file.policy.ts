import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const filePolicy = {
  address: {
    who: ['therapist', 'client'],
    assurance: 'full',
    auditRead: { resource: 'file', subject: 'file' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).fileId, variant: 'whole' }),
  },
  mine: {
    who: ['therapist', 'client'],
    assurance: 'full',
    outOfReach: 'empty',
    sampleInput: (world, whose) => ({ ids: [world.fixturesOf(whose).fileId] }),
  },
  drop: {
    who: ['therapist', 'client'],
    assurance: 'full',
    reach: { therapist: [] },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).unlinkedFileId }),
  },
} satisfies FeaturePolicy<Contract['file']>
