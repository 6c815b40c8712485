import type { Contract } from '@attune/contract'
import { fullySignedIn, signedIn, type FeaturePolicy } from '../../platform/policy/policy.ts'

/** Most of a person's own data is open to a login of any assurance level, because onboarding comes before the second factor. */
export const accountPolicy = {
  me: signedIn,
  onboard: signedIn,
  saveNames: signedIn,
  saveSettings: signedIn,
  therapistProfile: { who: ['therapist', 'client'], assurance: 'any' },
  avatars: signedIn,
  setAvatar: signedIn,
  profileOf: fullySignedIn,
  therapistPreview: { who: ['therapist', 'client'], assurance: 'any' },
  notificationSettings: signedIn,
  saveNotificationSettings: signedIn,
  // Drafts of a login with a higher assurance level must not be readable at a lower one.
  draftKey: fullySignedIn,
  saveTherapistProfile: { who: ['therapist', 'client'], assurance: 'any' },
} satisfies FeaturePolicy<Contract['account']>
