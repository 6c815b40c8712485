import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (action: string, resource: string) =>
  ({ ...therapistOnly, audited: { action, resource, object: 'caller', change: 'own' } }) as const

export const onlinePaymentPolicy = {
  setup: therapistOnly,
  saveKey: { ...changed('change', 'payment-key'), limit: { perHour: 30 } },
  saveSecret: changed('change', 'payment-secret'),
  setOn: { ...changed('switch', 'online-payment'), limit: { perHour: 60 } },
  remove: changed('remove', 'payment-key'),
  offer: clientOnly,
  start: { ...clientOnly, limit: { perHour: 60 } },
  check: { ...clientOnly, limit: { perHour: 120 } },
  differences: therapistOnly,
} satisfies FeaturePolicy<Contract['onlinePayment']>
