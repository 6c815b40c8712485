import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

/** A login of any assurance level can use what concerns only oneself, because onboarding comes before the second factor. */
export const accountPolicy = {
  me: { who: ['signed-in'], assurance: 'any', sampleInput: () => ({}) },
  onboard: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: () => ({
      role: 'client',
      firstName: 'Ana',
      lastName: 'Moreau',
      zone: 'Europe/Berlin',
      language: 'en',
    }),
    sampleFields: { inviteCode: (world) => world.fixturesOf('own').code },
  },
  saveNames: { who: ['signed-in'], assurance: 'any', sampleInput: () => ({ firstName: 'Ana', lastName: 'Moreau' }) },
  saveSettings: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: () => ({ theme: 'dark', language: 'en' }),
    sampleFields: { zone: () => 'Europe/Berlin' },
  },
  therapistProfile: { who: ['therapist', 'client'], assurance: 'any', sampleInput: () => ({}) },
  avatars: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: () => ({ limit: 100 }),
    sampleFields: { offset: () => 1 },
  },
  setAvatar: { who: ['signed-in'], assurance: 'any', sampleInput: () => ({ path: null }) },
  profileOf: {
    who: ['signed-in'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).accountId }),
  },
  therapistPreview: { who: ['therapist', 'client'], assurance: 'any', sampleInput: () => ({}) },
  notificationSettings: { who: ['signed-in'], assurance: 'any', sampleInput: () => ({}) },
  saveNotificationSettings: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: () => ({ quiet: null, mail: { 'session-accepted': true } }),
  },
  // Drafts of a login with a higher assurance level must not be readable at a lower one.
  draftKey: { who: ['signed-in'], assurance: 'full', sampleInput: () => ({}) },
  saveTherapistProfile: {
    who: ['therapist', 'client'],
    assurance: 'any',
    sampleInput: () => ({ specialization: 'Systemic therapy', credentials: '', bio: '', aboutMe: '' }),
  },
} satisfies FeaturePolicy<Contract['account']>
