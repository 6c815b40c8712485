import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

export const briefPolicy = {
  get: {
    who: ['therapist'],
    strength: 'full',
    opens: {
      thing: 'brief',
      of: 'client',
      where: ({ tasks, checkIns, scores, entries, nextSteps, objectives }) =>
        tasks.completed.length + tasks.declined.length + checkIns.length + scores.length + entries.length > 0 ||
        nextSteps !== '' ||
        objectives !== '',
    },
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId }),
    more: { before: (world, whose) => world.of(whose).sessionId },
  },
} satisfies PolicyOf<Contract['brief']>
