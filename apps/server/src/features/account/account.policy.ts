import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

/** A login of any assurance level can use what concerns only oneself, because onboarding comes before the second factor. */
export const accountPolicy = {
  me: { who: ['signed-in'], strength: 'any', specimen: () => ({}) },
  onboard: {
    who: ['signed-in'],
    strength: 'any',
    specimen: () => ({ role: 'client', firstName: 'Ana', lastName: 'Moreau', zone: 'Europe/Berlin', language: 'en' }),
    more: { inviteCode: (world) => world.of('own').code },
  },
  saveNames: { who: ['signed-in'], strength: 'any', specimen: () => ({ firstName: 'Ana', lastName: 'Moreau' }) },
  saveSettings: {
    who: ['signed-in'],
    strength: 'any',
    specimen: () => ({ theme: 'dark', language: 'en' }),
    more: { zone: () => 'Europe/Berlin' },
  },
  therapistProfile: { who: ['therapist', 'client'], strength: 'any', specimen: () => ({}) },
  avatars: { who: ['signed-in'], strength: 'any', specimen: () => ({ limit: 100 }), more: { offset: () => 1 } },
  setAvatar: { who: ['signed-in'], strength: 'any', specimen: () => ({ path: null }) },
  profileOf: {
    who: ['signed-in'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).accountId }),
  },
  therapistPreview: { who: ['therapist', 'client'], strength: 'any', specimen: () => ({}) },
  notificationSettings: { who: ['signed-in'], strength: 'any', specimen: () => ({}) },
  saveNotificationSettings: {
    who: ['signed-in'],
    strength: 'any',
    specimen: () => ({ quiet: null, mail: { 'session-accepted': true } }),
  },
  // Drafts of a login with a higher assurance level must not be readable at a lower one.
  draftKey: { who: ['signed-in'], strength: 'full', specimen: () => ({}) },
  saveTherapistProfile: {
    who: ['therapist', 'client'],
    strength: 'any',
    specimen: () => ({ specialization: 'Systemic therapy', credentials: '', bio: '', aboutMe: '' }),
  },
} satisfies PolicyOf<Contract['account']>
