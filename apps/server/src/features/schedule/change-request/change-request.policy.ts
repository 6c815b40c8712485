import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const changeRequestPolicy = {
  askMove: { ...clientOnly, limit: { perHour: 60 } },
  askCancel: { ...clientOnly, limit: { perHour: 60 } },
  withdraw: clientOnly,
  accept: therapistOnly,
  decline: therapistOnly,
  counter: { ...therapistOnly, limit: { perHour: 120 } },
  acceptCounter: clientOnly,
  declineCounter: clientOnly,
} satisfies FeaturePolicy<Contract['changeRequest']>
