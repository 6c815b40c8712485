import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

export const sessionPrepPolicy = {
  get: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: {
      resource: 'brief',
      subject: 'client',
      when: ({ tasks, checkIns, scores, entries, nextSteps, objectives }) =>
        tasks.completed.length + tasks.declined.length + checkIns.length + scores.length + entries.length > 0 ||
        nextSteps !== '' ||
        objectives !== '',
    },
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).clientId }),
    sampleFields: { before: (world, whose) => world.fixturesOf(whose).sessionId },
  },
} satisfies FeaturePolicy<Contract['brief']>
