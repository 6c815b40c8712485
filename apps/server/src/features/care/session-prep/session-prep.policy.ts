import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const sessionPrepPolicy = {
  get: {
    ...therapistOnly,
    auditRead: {
      resource: 'brief',
      subject: 'client',
      when: ({ tasks, checkIns, scores, entries, nextSteps, objectives }) =>
        tasks.completed.length + tasks.declined.length + checkIns.length + scores.length + entries.length > 0 ||
        nextSteps !== '' ||
        objectives !== '',
    },
  },
} satisfies FeaturePolicy<Contract['sessionPrep']>
