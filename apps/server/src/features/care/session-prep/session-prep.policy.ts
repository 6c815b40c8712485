import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const sessionPrepPolicy = {
  get: {
    ...therapistOnly,
    auditRead: {
      resource: 'brief',
      subject: 'client',
      when: ({ tasks, checkIns, scores, measures, entries, unreadMessages, forms, lastNote, nextSteps, objectives }) =>
        [tasks.completed, tasks.declined, checkIns, scores, measures, entries, forms].some(
          ({ length }) => length > 0,
        ) ||
        unreadMessages > 0 ||
        lastNote !== null ||
        nextSteps !== '' ||
        objectives !== '',
    },
  },
} satisfies FeaturePolicy<Contract['sessionPrep']>
