import type { Contract } from '@attune/contract'
import { fullySignedIn, signedIn, type FeaturePolicy } from '../../platform/policy/policy.ts'

/** Onboarding comes before the second factor, so a login of any assurance level may call most procedures about a person's own data. */
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
  // The key decrypts drafts. A login without the second factor must not read drafts that were written with it.
  draftKey: fullySignedIn,
  saveTherapistProfile: { who: ['therapist', 'client'], assurance: 'any' },
} satisfies FeaturePolicy<Contract['account']>
