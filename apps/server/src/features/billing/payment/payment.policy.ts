import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const paymentPolicy = {
  record: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'record', resource: 'payment', change: 'own' },
  },
  reverse: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'reverse', resource: 'payment', change: 'own' },
  },
  credit: therapistOnly,
  moveCredit: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'record', resource: 'payment', change: 'own' },
  },
  reminders: therapistOnly,
  remind: therapistOnly,
  proposedReminders: therapistOnly,
  reminderTexts: therapistOnly,
  saveReminderText: therapistOnly,
  remindAll: { ...therapistOnly, limit: { perHour: 120 } },
  statementYears: therapistOnly,
  ownStatements: clientOnly,
  chart: therapistOnly,
  saveBankMapping: { ...therapistOnly, limit: { perHour: 120 } },
  bookBankEntries: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'record', resource: 'payments', object: 'caller', change: 'own' },
  },
  reverseBankEntry: {
    ...therapistOnly,
    limit: { perHour: 600 },
    audited: { action: 'reverse', resource: 'payments', object: 'caller', change: 'own' },
  },
} satisfies FeaturePolicy<Contract['payment']>
