import type { Contract } from '@attune/contract'
import { fullySignedIn, ownOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const pushPolicy = {
  hostKey: fullySignedIn,
  browsers: fullySignedIn,
  subscribe: { ...fullySignedIn, limit: { perHour: 600 } },
  remove: { ...fullySignedIn, reach: ownOnly },
  test: { ...fullySignedIn, reach: ownOnly, limit: { perHour: 30 } },
  setViewed: fullySignedIn,
} satisfies FeaturePolicy<Contract['push']>
