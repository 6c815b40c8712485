import type { guardianPlan } from '@attune/contract/features/people/guardian/guardian.plan'
import { guardianOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianPlanPolicy = {
  plan: {
    ...guardianOnly,
    auditRead: {
      resource: 'treatment-plan',
      subject: 'client',
      id: ({ actingFor }) => actingFor,
      when: ({ plan }) => plan !== null,
    },
  },
  planShared: guardianOnly,
} satisfies FeaturePolicy<typeof guardianPlan>
