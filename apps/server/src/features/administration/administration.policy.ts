import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

const admin = { who: ['admin' as const], assurance: 'full' as const }

export const administrationPolicy = {
  overview: { ...admin, sampleInput: () => ({}) },
  roleRequests: { ...admin, sampleInput: () => ({ which: 'waiting' }) },
  approveRole: {
    ...admin,
    audited: { action: 'approve', thing: 'role-request' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).roleRequestId, command: world.newId() }),
  },
  declineRole: {
    ...admin,
    audited: { action: 'decline', thing: 'role-request' },
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).roleRequestId,
      command: world.newId(),
      reason: 'No licence on file',
    }),
  },
  startFactorReset: {
    ...admin,
    audited: { action: 'factor-reset-begun', thing: 'account' },
    sampleInput: (world, whose) => ({ accountId: world.fixturesOf(whose).accountId, command: world.newId() }),
  },
  settings: { ...admin, sampleInput: () => ({}) },
  saveSettings: {
    ...admin,
    audited: { action: 'change', thing: 'product-settings' },
    sampleInput: () => ({
      practiceName: 'Practice',
      therapistSignup: 'approval',
      tellExistingAccounts: false,
      publicUrl: null,
      supportText: 'Write to us.',
      supportEmail: 'help@practice.example',
    }),
  },
  accounts: {
    ...admin,
    sampleInput: () => ({ limit: 100 }),
    sampleFields: { search: () => 'a', role: () => 'client', after: (world) => world.caller.accountId },
  },
  feedback: { ...admin, sampleInput: () => ({ limit: 100 }), sampleFields: { after: (world) => world.newId() } },
  outbox: {
    ...admin,
    sampleInput: () => ({ limit: 100 }),
    sampleFields: { after: (world) => world.fixturesOf('own').mailId },
  },
  openMail: {
    ...admin,
    audited: { action: 'open', thing: 'mail' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).mailId }),
  },
  publicKey: { ...admin, sampleInput: () => ({}) },
  rotatePublicKey: {
    ...admin,
    audited: { action: 'rotate', thing: 'public-key' },
    sampleInput: (world) => ({ command: world.newId() }),
  },
  sendAdminNotification: {
    who: ['signed-in'],
    assurance: 'any',
    sampleInput: (world) => ({
      notification_type: 'new_user_registration',
      subject: 'New registration',
      message: 'Somebody has registered.',
      user_data: {
        user_id: world.caller.accountId,
        email: world.caller.email,
        first_name: '',
        last_name: '',
        registration_date: '2026-11-20',
        provider: 'email',
      },
      email_addresses: [],
    }),
  },
} satisfies FeaturePolicy<Contract['administration']>
