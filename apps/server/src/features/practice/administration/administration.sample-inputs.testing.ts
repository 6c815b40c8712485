import type { Contract } from '@attune/contract'
import type { ProductSettings } from '@attune/contract/features/practice/administration/administration'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const legalSample = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Imprint', marks: [{ type: 'bold' }] }] }],
} satisfies RichText
const numbersSample = { emergency: '112', lines: [{ name: 'Mind', phone: '90101', always: true }] }

const savedSettings = {
  practiceName: 'Practice',
  emailName: 'Practice',
  practiceAddress: 'Main Street 1, Springfield',
  therapistSignup: 'approval',
  tellExistingAccounts: false,
  publicUrl: null,
  supportText: 'Write to us.',
  supportEmail: 'help@practice.example',
  languages: ['en', 'es', 'fr', 'de'],
  defaultLanguage: 'en',
  retentionYears: 10,
  idleMinutesStaff: 15,
  idleMinutesClient: 30,
  severalAccounts: true,
  clientWord: 'clients',
  majorityAge: 18,
} satisfies ProductSettings

const supportHours = { firstDay: 1, lastDay: 5, from: '09:00', to: '17:00', zone: 'America/New_York' }

const inputs = {
  overview: emptyInput,
  roleRequests: { input: () => ({ which: 'waiting' }) },
  approveRole: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).roleRequestId, command: context.newId() }),
  },
  declineRole: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).roleRequestId,
      command: context.newId(),
      reason: 'No licence on file',
    }),
  },
  startFactorReset: {
    input: (context, whose) => ({ accountId: context.fixturesOf(whose).accountId, command: context.newId() }),
  },
  // Enables the account rather than disabling it, so that other calls are not affected.
  setAccountDisabled: {
    input: (context, whose) => ({ accountId: context.fixturesOf(whose).applicantId, disabled: false }),
  },
  signOutAccount: { input: (context, whose) => ({ accountId: context.fixturesOf(whose).applicantId }) },
  changeRole: { input: (context, whose) => ({ accountId: context.fixturesOf(whose).applicantId, role: 'client' }) },
  inviteAccount: {
    input: (context) => {
      const id = context.newId()
      return {
        id,
        firstName: 'Ines',
        lastName: 'Invited',
        email: `invited-${id}@attune.test`,
        role: 'therapist',
        language: 'en',
        zone: 'Europe/Berlin',
      }
    },
  },
  comingSessions: { input: (context, whose) => ({ accountId: context.fixturesOf(whose).therapistId }) },
  auditLog: {
    input: () => ({ limit: 100 }),
    fields: {
      person: (context) => context.caller.accountId,
      action: () => 'invite',
      from: (context) => context.yesterday(),
      until: (context) => context.freeSlot(),
      after: () => '999999999',
    },
  },
  auditLogFilters: emptyInput,
  exportAuditLog: {
    input: () => ({}),
    fields: {
      person: (context) => context.caller.accountId,
      action: () => 'invite',
      from: (context) => context.yesterday(),
      until: (context) => context.freeSlot(),
    },
  },
  settings: emptyInput,
  saveSettings: {
    input: () => savedSettings,
    fields: { before: () => savedSettings },
  },
  saveSupportHours: {
    input: () => supportHours,
    fields: { before: () => supportHours },
  },
  checkPublicAddress: emptyInput,
  legalText: { input: () => ({ page: 'imprint', language: 'de' }) },
  saveLegalText: {
    input: () => ({ page: 'imprint', language: 'de', text: legalSample, before: null }),
    fields: { before: () => legalSample },
  },
  saveSafetyNumbers: { input: () => ({ country: 'SE', numbers: numbersSample, before: null }) },
  accounts: {
    input: () => ({ limit: 100 }),
    fields: { search: () => 'a', role: () => 'client', after: (context) => context.caller.accountId },
  },
  feedback: {
    input: () => ({ limit: 100 }),
    fields: { which: () => 'done', after: (context) => context.newId() },
  },
  markFeedback: { input: (context, whose) => ({ id: context.fixturesOf(whose).feedbackId, done: true }) },
  health: emptyInput,
  videoRelay: emptyInput,
  videoCalls: emptyInput,
  passVideoTest: emptyInput,
  usage: emptyInput,
  accountsToCheck: emptyInput,
  jobs: emptyInput,
  failedJobs: { input: () => ({ type: 'mail', limit: 100 }), fields: { after: (context) => context.newId() } },
  runFailedJobs: { input: () => ({ type: 'prune' }), fields: { id: (context) => context.newId() } },
  outbox: {
    input: () => ({ limit: 100 }),
    fields: { after: (context) => context.fixturesOf('own').mailId },
  },
  openMail: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).mailId }),
  },
  backups: emptyInput,
  storedBackups: emptyInput,
  startBackup: emptyInput,
  testBackupDestination: { input: () => ({ name: '/backups' }) },
  addBackupDestination: { input: () => ({ kind: 'folder', folder: '/backups' }) },
  removeBackupDestination: { input: () => ({ name: '/backups' }) },
  proposeBackupKey: emptyInput,
  confirmBackupKey: { input: () => ({ words: ['one', 'two'] }) },
  setSecondBackupKey: { input: () => ({ recipient: null }) },
  publicKey: emptyInput,
  rotatePublicKey: {
    input: (context) => ({ command: context.newId() }),
  },
  sendAdminNotification: {
    input: (context) => ({
      notification_type: 'new_user_registration',
      subject: 'New registration',
      message: 'Somebody has registered.',
      user_data: {
        user_id: context.caller.accountId,
        email: context.caller.email,
        first_name: '',
        last_name: '',
        registration_date: '2026-11-20',
        provider: 'email',
      },
      email_addresses: [],
    }),
  },
} satisfies SampleInputs<Contract['administration']>

const rows = {
  health: ({ rowId }) => ({
    item: `part-${rowId('health').slice(0, 8)}`,
    reason: 'disk-ok',
    since: new Date(),
    checked_at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  health: 'is written by a job of the running product',
} satisfies EmptyInDemo<typeof rows>

export const administrationSamples = { inputs, rows, emptyInDemo }
