import type { Contract } from '@attune/contract'
import { adminOnly, anyone, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (action: string) =>
  ({ ...adminOnly, audited: { action, resource: 'notification-address', change: 'own' } }) as const

export const notificationAddressPolicy = {
  list: adminOnly,
  add: { ...changed('add'), limit: { perHour: 20 } },
  sendLink: { ...changed('send-link'), limit: { perHour: 20 } },
  save: changed('change'),
  remove: changed('remove'),
  sendTest: { ...changed('test'), limit: { perHour: 20 } },
  verify: anyone,
} satisfies FeaturePolicy<Contract['notificationAddress']>
