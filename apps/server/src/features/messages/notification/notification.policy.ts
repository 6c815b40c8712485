import type { Contract } from '@attune/contract'
import { fullySignedIn, ownOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const notificationPolicy = {
  list: fullySignedIn,
  history: fullySignedIn,
  insert: { ...fullySignedIn, limit: { perHour: 60 } },
  markRead: { ...fullySignedIn, reach: ownOnly },
  markReadAbout: fullySignedIn,
  markAllRead: fullySignedIn,
} satisfies FeaturePolicy<Contract['notification']>
