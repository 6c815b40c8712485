import type { Contract } from '@attune/contract'
import { signedIn, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const nativeAppPolicy = {
  address: signedIn,
  liveTicket: { ...signedIn, limit: { perMinute: 60 } },
} satisfies FeaturePolicy<Contract['nativeApp']>
