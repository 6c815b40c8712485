import type { Contract } from '@attune/contract'
import { adminOnly, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'
import { describeFactorReset } from './accounts/accounts.ts'

export const administrationPolicy = {
  overview: adminOnly,
  roleRequests: adminOnly,
  approveRole: { ...adminOnly, audited: { action: 'approve', thing: 'role-request', change: 'own' } },
  declineRole: { ...adminOnly, audited: { action: 'decline', thing: 'role-request', change: 'own' } },
  startFactorReset: {
    ...adminOnly,
    audited: { action: 'factor-reset-begun', thing: 'account', change: 'auth', describe: describeFactorReset },
  },
  setAccountDisabled: { ...adminOnly, audited: { action: 'switch', thing: 'account', change: 'own' } },
  signOutAccount: { ...adminOnly, audited: { action: 'sign-out', thing: 'account', change: 'own' } },
  changeRole: { ...adminOnly, audited: { action: 'change-role', thing: 'account', change: 'own' } },
  inviteAccount: {
    ...adminOnly,
    limit: { perHour: 100 },
    audited: { action: 'invite', thing: 'account', change: 'own' },
  },
  comingSessions: adminOnly,
  auditLog: adminOnly,
  auditLogFilters: adminOnly,
  exportAuditLog: { ...adminOnly, audited: { action: 'export', thing: 'audit-log' } },
  settings: adminOnly,
  saveSettings: { ...adminOnly, audited: { action: 'change', thing: 'product-settings', change: 'own' } },
  saveSupportHours: { ...adminOnly, audited: { action: 'change', thing: 'support-hours', change: 'own' } },
  checkPublicAddress: { ...adminOnly, limit: { perHour: 30 } },
  legalText: adminOnly,
  saveLegalText: { ...adminOnly, audited: { action: 'change', thing: 'legal-page', change: 'own' } },
  saveSafetyNumbers: { ...adminOnly, audited: { action: 'change', thing: 'safety-numbers', change: 'own' } },
  accounts: adminOnly,
  feedback: adminOnly,
  markFeedback: { ...adminOnly, audited: { action: 'change', thing: 'feedback', change: 'own' } },
  health: adminOnly,
  usage: adminOnly,
  accountsToCheck: adminOnly,
  jobs: adminOnly,
  failedJobs: adminOnly,
  runFailedJobs: { ...adminOnly, audited: { action: 'run-again', thing: 'jobs', change: 'own' } },
  outbox: adminOnly,
  openMail: { ...adminOnly, audited: { action: 'open', thing: 'mail' } },
  publicKey: adminOnly,
  rotatePublicKey: { ...adminOnly, audited: { action: 'rotate', thing: 'public-key', change: 'own' } },
  // A new account calls this once.
  sendAdminNotification: { ...signedIn, limit: { perHour: 10 } },
} satisfies FeaturePolicy<Contract['administration']>
