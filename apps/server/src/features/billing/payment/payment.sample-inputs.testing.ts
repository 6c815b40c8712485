import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  record: {
    input: (context, whose) => ({
      id: context.newId(),
      invoiceId: context.fixturesOf(whose).paidInvoiceId,
      amountMinor: '1000',
      currency: 'EUR',
      paidOn: '2026-11-02',
      method: 'cash' as const,
      reference: '',
    }),
  },
  reverse: {
    input: (context, whose) => ({
      id: context.newId(),
      paymentId: context.fixturesOf(whose).paymentId,
      amountMinor: '1000',
      withCredit: false,
    }),
  },
  credit: { input: (context, whose) => ({ invoiceId: context.fixturesOf(whose).paidInvoiceId }) },
  moveCredit: {
    input: (context, whose) => ({
      id: context.newId(),
      fromInvoiceId: context.fixturesOf(whose).overpaidInvoiceId,
      toInvoiceId: context.fixturesOf(whose).paidInvoiceId,
      amountMinor: '100',
    }),
  },
  reminders: { input: (context, whose) => ({ invoiceId: context.fixturesOf(whose).paidInvoiceId }) },
  remind: { input: (context, whose) => ({ invoiceId: context.fixturesOf(whose).paidInvoiceId, step: 1 as const }) },
  proposedReminders: emptyInput,
  reminderTexts: emptyInput,
  saveReminderText: { input: () => ({ language: 'de' as const, step: 1 as const, own: 'Offen: {open}' }) },
  remindAll: {
    input: (context, whose) => ({ items: [{ invoiceId: context.fixturesOf(whose).paidInvoiceId, step: 1 as const }] }),
  },
  statementYears: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  ownStatements: emptyInput,
  chart: { input: () => ({ period: 'monthly' as const, firstWeekday: 1 }) },
  saveBankMapping: {
    input: () => ({
      fingerprint: '0'.repeat(64),
      mapping: {
        columns: ['day' as const, 'amount' as const],
        decimal: 'comma' as const,
        dayOrder: 'day-first' as const,
        currency: 'EUR',
      },
    }),
  },
  bookBankEntries: {
    input: (context, whose) => ({
      items: [
        {
          key: context.newId().replaceAll('-', '').repeat(2),
          invoiceId: context.fixturesOf(whose).paidInvoiceId,
          amountMinor: '1000',
          currency: 'EUR',
          paidOn: '2026-11-02',
        },
      ],
    }),
  },
  reverseBankEntry: {
    input: (context, whose) => ({
      key: context.newId().replaceAll('-', '').repeat(2),
      paidOn: '2026-11-02',
      items: [{ paymentId: context.fixturesOf(whose).paymentId, amountMinor: '1000' }],
    }),
  },
} satisfies SampleInputs<Contract['payment']>

const rows = {
  receipt_withdrawal: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    edition: 1,
  }),
  reminder_text: ({ therapistId, mark }) => ({ therapist_id: therapistId, language: 'de', step: 1, text: mark }),
  bank_mapping: ({ therapistId, mark }) => ({
    therapist_id: therapistId,
    fingerprint: '0'.repeat(64),
    mapping: { mark },
  }),
  bank_reversal: ({ therapistId }) => ({
    therapist_id: therapistId,
    key: '0'.repeat(64),
    pair: '1'.repeat(64),
    day: '2031-06-01',
  }),
  invoice_reminder: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    step: 1,
    made_on: '2031-06-01',
    pay_by: '2031-06-11',
    frozen: { footer: mark },
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  bank_mapping: 'has a default that nobody changed',
  bank_reversal: 'records an error or an erasure, which the history does not have',
  receipt_withdrawal: 'records an error or an erasure, which the history does not have',
  reminder_text: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const paymentSamples = { inputs, rows, emptyInDemo }
