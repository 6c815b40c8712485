import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string) => ({ action, resource: 'measure', change: 'own' }) as const

export const measurePolicy = {
  list: therapistOnly,
  get: therapistOnly,
  create: { ...therapistOnly, limit: { perHour: 240 } },
  save: therapistOnly,
  release: { ...therapistOnly, audited: audited('release') },
  remove: { ...therapistOnly, audited: audited('remove') },
  restore: { ...therapistOnly, audited: audited('restore') },
  readFile: { ...therapistOnly, limit: { perHour: 240 } },
  exportFile: therapistOnly,
  exportAnswer: { ...therapistOrClient, auditRead: { resource: 'task-answer', subject: 'task' } },
} satisfies FeaturePolicy<Contract['measure']>
