import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string, resource = 'document') => ({ action, resource, change: 'own' }) as const

export const documentPolicy = {
  ofClient: therapistOnly,
  add: { ...therapistOnly, limit: { perHour: 600 }, audited: audited('add') },
  share: { ...therapistOnly, limit: { perHour: 240 }, audited: audited('share') },
  remove: { ...therapistOnly, audited: audited('remove') },
  restore: { ...therapistOnly, audited: audited('restore') },
  ask: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('ask', 'document-request') },
  cancelRequest: { ...therapistOnly, audited: audited('cancel', 'document-request') },
  mine: clientOnly,
  answer: { ...clientOnly, limit: { perHour: 120 }, audited: audited('add') },
} satisfies FeaturePolicy<Contract['document']>
