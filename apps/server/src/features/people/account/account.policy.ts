import type { Contract } from '@attune/contract'
import { fullySignedIn, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'

/**
 * People complete onboarding before they set up a second factor. Most procedures about a person's own data therefore
 * accept a login of any assurance level.
 */
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
  pauseNotifications: signedIn,
  // The key decrypts drafts, so only a login that has proved its second factor may read the key.
  draftKey: fullySignedIn,
  saveTherapistProfile: { who: ['therapist', 'client'], assurance: 'any' },
} satisfies FeaturePolicy<Contract['account']>
