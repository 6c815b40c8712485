import type { guardianForms } from '@attune/contract/features/people/guardian/guardian.forms'
import { guardianOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

const audited = (action: string) => ({ action, resource: 'sent-form', change: 'own' }) as const

export const guardianFormsPolicy = {
  forms: { ...guardianOnly, outOfReach: 'empty' },
  form: { ...guardianOnly, auditRead: { resource: 'form', subject: 'client', id: ({ actingFor }) => actingFor } },
  saveFormAnswers: guardianOnly,
  signForm: { ...guardianOnly, limit: { perHour: 120 }, audited: audited('sign') },
  withdrawForm: { ...guardianOnly, limit: { perHour: 60 }, audited: audited('withdraw') },
} satisfies FeaturePolicy<typeof guardianForms>
