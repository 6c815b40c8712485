import type { Contract } from '@attune/contract'
import { adminOnly, recentAdminOnly, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'
import { describeFactorReset } from './accounts/accounts.ts'
import { describeKey, describeSecondKey } from './backup/backup-key.ts'
import { describeAdded, describeRemoved } from './backup/destinations.ts'

export const administrationPolicy = {
  overview: adminOnly,
  roleRequests: adminOnly,
  approveRole: { ...adminOnly, audited: { action: 'approve', resource: 'role-request', change: 'own' } },
  declineRole: { ...adminOnly, audited: { action: 'decline', resource: 'role-request', change: 'own' } },
  startFactorReset: {
    ...adminOnly,
    audited: { action: 'factor-reset-begun', resource: 'account', change: 'auth', describe: describeFactorReset },
  },
  setAccountDisabled: { ...adminOnly, audited: { action: 'switch', resource: 'account', change: 'own' } },
  signOutAccount: {
    ...adminOnly,
    limit: { perHour: 100 },
    audited: { action: 'sign-out', resource: 'account', change: 'own' },
  },
  changeRole: { ...adminOnly, audited: { action: 'change-role', resource: 'account', change: 'own' } },
  inviteAccount: {
    ...adminOnly,
    limit: { perHour: 100 },
    audited: { action: 'invite', resource: 'account', change: 'own' },
  },
  comingSessions: adminOnly,
  auditLog: adminOnly,
  auditLogFilters: adminOnly,
  exportAuditLog: { ...adminOnly, audited: { action: 'export', resource: 'audit-log' } },
  settings: adminOnly,
  saveSettings: { ...adminOnly, audited: { action: 'change', resource: 'product-settings', change: 'own' } },
  saveSupportHours: { ...adminOnly, audited: { action: 'change', resource: 'support-hours', change: 'own' } },
  checkPublicAddress: { ...adminOnly, limit: { perHour: 30 } },
  legalText: adminOnly,
  saveLegalText: { ...adminOnly, audited: { action: 'change', resource: 'legal-page', change: 'own' } },
  saveSafetyNumbers: { ...adminOnly, audited: { action: 'change', resource: 'safety-numbers', change: 'own' } },
  accounts: adminOnly,
  feedback: adminOnly,
  markFeedback: { ...adminOnly, audited: { action: 'change', resource: 'feedback', change: 'own' } },
  health: adminOnly,
  videoRelay: { ...adminOnly, limit: { perHour: 60 } },
  videoCalls: adminOnly,
  passVideoTest: {
    ...adminOnly,
    limit: { perHour: 60 },
    audited: { action: 'test', resource: 'video-calls', change: 'own' },
  },
  usage: adminOnly,
  accountsToCheck: adminOnly,
  jobs: adminOnly,
  failedJobs: adminOnly,
  runFailedJobs: { ...adminOnly, audited: { action: 'run-again', resource: 'jobs', change: 'own' } },
  outbox: adminOnly,
  openMail: { ...adminOnly, audited: { action: 'open', resource: 'mail' } },
  backups: adminOnly,
  storedBackups: { ...adminOnly, limit: { perHour: 600 } },
  startBackup: {
    ...adminOnly,
    limit: { perHour: 20 },
    audited: { action: 'start', resource: 'backup', change: 'files' },
  },
  testBackupDestination: {
    ...adminOnly,
    limit: { perHour: 60 },
    audited: { action: 'test', resource: 'backup-destination' },
  },
  addBackupDestination: {
    ...recentAdminOnly,
    limit: { perHour: 60 },
    audited: { action: 'add', resource: 'backup-destination', change: 'files', describe: describeAdded },
  },
  removeBackupDestination: {
    ...recentAdminOnly,
    audited: { action: 'remove', resource: 'backup-destination', change: 'files', describe: describeRemoved },
  },
  proposeBackupKey: {
    ...recentAdminOnly,
    limit: { perHour: 30 },
    audited: { action: 'propose', resource: 'backup-key', change: 'files' },
  },
  confirmBackupKey: {
    ...recentAdminOnly,
    limit: { perHour: 60 },
    audited: { action: 'state', resource: 'backup-key', change: 'files', describe: describeKey },
  },
  setSecondBackupKey: {
    ...recentAdminOnly,
    audited: { action: 'change', resource: 'second-backup-key', change: 'files', describe: describeSecondKey },
  },
  publicKey: adminOnly,
  rotatePublicKey: { ...adminOnly, audited: { action: 'rotate', resource: 'public-key', change: 'own' } },
  // A new account calls this procedure once.
  sendAdminNotification: { ...signedIn, limit: { perHour: 10 } },
} satisfies FeaturePolicy<Contract['administration']>
