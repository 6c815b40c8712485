import type { Contract } from '@attune/contract'
import { fullySignedIn, ownOnly, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const nativeAppPolicy = {
  address: signedIn,
  liveTicket: { ...signedIn, limit: { perMinute: 60 } },
  pushOffer: signedIn,
  recordDevice: { ...fullySignedIn, limit: { perHour: 600 } },
  saveDevice: { ...fullySignedIn, limit: { perHour: 600 } },
  devices: fullySignedIn,
  removeDevice: { ...fullySignedIn, reach: ownOnly },
  testDevice: { ...fullySignedIn, reach: ownOnly, limit: { perHour: 30 } },
} satisfies FeaturePolicy<Contract['nativeApp']>
