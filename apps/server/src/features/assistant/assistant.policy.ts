import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const assistantPolicy = {
  status: therapistOnly,
  switchOn: {
    ...therapistOnly,
    audited: { action: 'switch-on-assistant', thing: 'account', object: 'caller', change: 'own' },
  },
  switchOff: {
    ...therapistOnly,
    audited: { action: 'switch-off-assistant', thing: 'account', object: 'caller', change: 'own' },
  },
  sources: therapistOnly,
  source: therapistOnly,
  preview: therapistOnly,
  ask: { ...therapistOnly, limit: { perMinute: 30 } },
  drafts: therapistOnly,
  deleteDraft: therapistOnly,
  accept: therapistOnly,
} satisfies FeaturePolicy<Contract['assistant']>
