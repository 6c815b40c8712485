import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const changed = (action: string) =>
  ({ ...therapistOnly, audited: { action, resource: 'business', object: 'caller', change: 'own' } }) as const

export const businessPolicy = {
  own: therapistOnly,
  save: changed('change'),
  setOn: changed('switch'),
  removeLogo: therapistOnly,
  access: therapistOrClient,
} satisfies FeaturePolicy<Contract['business']>
