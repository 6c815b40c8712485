import type { Contract } from '@attune/contract'
import { auditRefusalsOnly } from '../../../platform/policy/audit-read.ts'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const planRead = { resource: 'treatment-plan', subject: 'client' } as const
const refusedRead = { ...planRead, when: auditRefusalsOnly, refusals: ['CHANGED'] } as const
const changed = (action: string) => ({ action, resource: 'treatment-plan', change: 'own' }) as const

export const treatmentPlanPolicy = {
  get: { ...therapistOnly, auditRead: planRead },
  versions: { ...therapistOnly, auditRead: planRead },
  save: { ...therapistOnly, audited: changed('save'), auditRead: refusedRead },
  sign: { ...therapistOnly, audited: changed('sign') },
  share: { ...therapistOnly, audited: changed('share'), limit: { perHour: 240 } },
  unshare: { ...therapistOnly, audited: changed('unshare') },
  saveDiagnosis: { ...therapistOnly, audited: changed('save-diagnosis'), auditRead: refusedRead },
  removeDiagnosis: { ...therapistOnly, audited: changed('remove-diagnosis') },
  favorites: therapistOnly,
  removeFavorite: therapistOnly,
  addProgress: { ...therapistOnly, limit: { perHour: 240 }, audited: changed('note-progress') },
  removeProgress: { ...therapistOnly, audited: changed('remove-progress') },
  ofSession: {
    ...therapistOnly,
    auditRead: { resource: 'treatment-plan', subject: 'session', when: ({ items }) => items.length > 0 },
  },
  noteSession: { ...therapistOnly, audited: changed('note-progress') },
  mine: clientOnly,
  signMine: { ...clientOnly, audited: changed('sign') },
} satisfies FeaturePolicy<Contract['treatmentPlan']>
