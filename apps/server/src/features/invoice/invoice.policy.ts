import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../platform/policy/policy.ts'

/** Issue and credit insert their audit rows themselves, in the transaction that takes the number. */
export const invoicePolicy = {
  toBill: therapistOnly,
  draftSessions: { ...therapistOnly, limit: { perHour: 240 } },
  waive: therapistOnly,
  unwaive: therapistOnly,
  create: { ...therapistOnly, limit: { perHour: 240 } },
  saveDraft: therapistOnly,
  removeDraft: therapistOnly,
  get: therapistOnly,
  list: therapistOnly,
  summary: therapistOnly,
  issue: { ...therapistOnly, limit: { perHour: 1200 } },
  credit: { ...therapistOnly, limit: { perHour: 600 } },
  correct: { ...therapistOnly, limit: { perHour: 600 } },
  mine: clientOnly,
  mineOne: clientOnly,
  exportPeriod: { ...therapistOnly, audited: { action: 'export', thing: 'invoices', object: 'caller' } },
} satisfies FeaturePolicy<Contract['invoice']>
