import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const filePolicy = {
  address: {
    who: ['therapist', 'client'],
    strength: 'full',
    opens: { thing: 'file', of: 'file' },
    specimen: (world, whose) => ({ id: world.of(whose).fileId, variant: 'whole' }),
  },
  mine: {
    who: ['therapist', 'client'],
    strength: 'full',
    foreign: 'empty',
    specimen: (world, whose) => ({ ids: [world.of(whose).fileId] }),
  },
  drop: {
    who: ['therapist', 'client'],
    strength: 'full',
    reach: { therapist: [] },
    specimen: (world, whose) => ({ id: world.of(whose).looseFileId }),
  },
} satisfies PolicyOf<Contract['file']>
