import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const admin = { who: ['admin' as const], strength: 'full' as const }

export const administrationPolicy = {
  overview: { ...admin, specimen: () => ({}) },
  roleRequests: { ...admin, specimen: () => ({ which: 'waiting' }) },
  approveRole: {
    ...admin,
    audited: { action: 'approve', thing: 'role-request' },
    specimen: (world, whose) => ({ id: world.of(whose).roleRequestId, command: world.newId() }),
  },
  declineRole: {
    ...admin,
    audited: { action: 'decline', thing: 'role-request' },
    specimen: (world, whose) => ({
      id: world.of(whose).roleRequestId,
      command: world.newId(),
      reason: 'No licence on file',
    }),
  },
  startFactorReset: {
    ...admin,
    audited: { action: 'factor-reset-begun', thing: 'account' },
    specimen: (world, whose) => ({ accountId: world.of(whose).accountId, command: world.newId() }),
  },
  settings: { ...admin, specimen: () => ({}) },
  saveSettings: {
    ...admin,
    audited: { action: 'change', thing: 'product-settings' },
    specimen: () => ({
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
    specimen: () => ({ limit: 100 }),
    more: { search: () => 'a', role: () => 'client', after: (world) => world.me.accountId },
  },
  feedback: { ...admin, specimen: () => ({ limit: 100 }), more: { after: (world) => world.newId() } },
  outbox: { ...admin, specimen: () => ({ limit: 100 }), more: { after: (world) => world.of('own').mailId } },
  openMail: {
    ...admin,
    audited: { action: 'open', thing: 'mail' },
    specimen: (world, whose) => ({ id: world.of(whose).mailId }),
  },
  publicKey: { ...admin, specimen: () => ({}) },
  rotatePublicKey: {
    ...admin,
    audited: { action: 'rotate', thing: 'public-key' },
    specimen: (world) => ({ command: world.newId() }),
  },
  sendAdminNotification: {
    who: ['signed-in'],
    strength: 'any',
    specimen: (world) => ({
      notification_type: 'new_user_registration',
      subject: 'New registration',
      message: 'Somebody has registered.',
      user_data: {
        user_id: world.me.accountId,
        email: world.me.email,
        first_name: '',
        last_name: '',
        registration_date: '2026-11-20',
        provider: 'email',
      },
      email_addresses: [],
    }),
  },
} satisfies PolicyOf<Contract['administration']>
