import type { Contract } from '@attune/contract'
import { adminOnly, signedIn, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const administrationPolicy = {
  overview: adminOnly,
  roleRequests: adminOnly,
  approveRole: { ...adminOnly, audited: { action: 'approve', thing: 'role-request', change: 'own' } },
  declineRole: { ...adminOnly, audited: { action: 'decline', thing: 'role-request', change: 'own' } },
  startFactorReset: { ...adminOnly, audited: { action: 'factor-reset-begun', thing: 'account', change: 'auth' } },
  settings: adminOnly,
  saveSettings: { ...adminOnly, audited: { action: 'change', thing: 'product-settings', change: 'own' } },
  saveSupportHours: { ...adminOnly, audited: { action: 'change', thing: 'support-hours', change: 'own' } },
  accounts: adminOnly,
  feedback: adminOnly,
  outbox: adminOnly,
  openMail: { ...adminOnly, audited: { action: 'open', thing: 'mail' } },
  publicKey: adminOnly,
  rotatePublicKey: { ...adminOnly, audited: { action: 'rotate', thing: 'public-key', change: 'own' } },
  sendAdminNotification: signedIn,
} satisfies FeaturePolicy<Contract['administration']>
