import type { Contract } from '@attune/contract'
import { anyone, clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

/** `issue` and `credit` insert their audit rows themselves, in the transaction that takes the number. */
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
  toIssue: therapistOnly,
  stopSending: { ...therapistOnly, limit: { perHour: 600 } },
  credit: { ...therapistOnly, limit: { perHour: 600 } },
  correct: { ...therapistOnly, limit: { perHour: 600 } },
  mine: clientOnly,
  mineOne: { ...clientOnly, audited: { action: 'open', resource: 'invoice' } },
  cancelFee: clientOnly,
  exportPeriod: { ...therapistOnly, audited: { action: 'export', resource: 'invoices', object: 'caller' } },
  datev: therapistOnly,
  saveDatev: therapistOnly,
  links: therapistOnly,
  sendLink: {
    ...therapistOnly,
    limit: { perHour: 120 },
    audited: { action: 'send-link', resource: 'invoice', change: 'own' },
  },
  withdrawLinks: { ...therapistOnly, audited: { action: 'withdraw-links', resource: 'invoice', change: 'own' } },
  openLink: anyone,
} satisfies FeaturePolicy<Contract['invoice']>
