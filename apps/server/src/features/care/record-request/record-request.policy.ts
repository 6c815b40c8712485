import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string) => ({ action, resource: 'record-request', change: 'own' }) as const

export const recordRequestPolicy = {
  mine: clientOnly,
  ask: { ...clientOnly, limit: { perHour: 10 }, audited: audited('ask') },
  withdraw: { ...clientOnly, audited: audited('withdraw') },
  ofClient: therapistOnly,
  share: { ...therapistOnly, limit: { perHour: 60 }, audited: audited('answer') },
  answer: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('answer') },
  refuse: { ...therapistOnly, limit: { perHour: 120 }, audited: audited('refuse') },
} satisfies FeaturePolicy<Contract['recordRequest']>
