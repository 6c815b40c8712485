import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const audited = (action: string) => ({ action, resource: 'client', change: 'own' }) as const

export const payerPolicy = {
  get: therapistOnly,
  save: { ...therapistOnly, audited: audited('save-payer') },
  recordAgreement: { ...therapistOnly, audited: audited('record-payer-agreement') },
  saveSplit: therapistOnly,
  mine: clientOnly,
  agree: { ...clientOnly, audited: audited('agree-to-payer') },
  withdraw: { ...therapistOrClient, audited: audited('withdraw-payer-agreement') },
} satisfies FeaturePolicy<Contract['payer']>
