import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const draft = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).draftInvoiceId })
const issued = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).issuedInvoiceId })
const session = (context: TestContext, whose: Ownership) => {
  const { billableSessionId, billingClientId } = context.fixturesOf(whose)
  return { sessionId: billableSessionId, clientId: billingClientId }
}

const lineOf = (sessionId: string) => ({
  serviceOn: '2026-11-02',
  serviceTime: '10:00',
  minutes: 50,
  code: '',
  text: 'Session',
  factorMilli: null,
  factorReason: '',
  place: '',
  quantityMilli: 1000,
  priceMinor: '9500',
  taxRateBp: null,
  sessionId,
})
const longAgo = '2001-01-01T00:00:00.000000Z'
const cursorAfter = (place: string) => Buffer.from(place).toString('base64url')

const inputs = {
  toBill: {
    input: () => ({}),
    fields: { clientId: (context, whose) => context.fixturesOf(whose).billingClientId, month: () => '2026-10' },
  },
  draftSessions: { input: (context, whose) => ({ command: context.newId(), items: [session(context, whose)] }) },
  waive: { input: session },
  unwaive: { input: session },
  create: {
    input: (context, whose) => ({ id: context.newId(), clientId: context.fixturesOf(whose).billingClientId }),
  },
  saveDraft: {
    input: (context, whose) => ({
      ...draft(context, whose),
      version: 1,
      payerId: null,
      language: 'en',
      note: '',
      reference: '',
      showDiagnosis: false,
      diagnosis: null,
      lines: [lineOf(session(context, whose).sessionId)],
    }),
  },
  removeDraft: { input: draft },
  get: { input: issued },
  list: {
    input: () => ({}),
    fields: {
      clientId: (context, whose) => context.fixturesOf(whose).clientId,
      filter: () => 'open',
      search: () => '2001',
      after: (context) => cursorAfter(`draft ${longAgo} ${context.newId()}`),
      limit: () => 10,
    },
  },
  summary: emptyInput,
  issue: {
    input: (context, whose) => ({ ...draft(context, whose), command: context.newId() }),
    fields: {
      version: () => 1,
      delaysEmails: () => true,
      usesCredit: () => true,
      shownCreditMinor: () => '0',
    },
  },
  toIssue: {
    input: () => ({}),
    fields: { ids: (context, whose) => [draft(context, whose).id] },
  },
  stopSending: { input: (context, whose) => ({ ids: [issued(context, whose).id] }) },
  credit: {
    input: (context, whose) => ({
      ...issued(context, whose),
      command: context.newId(),
      creditNoteId: context.newId(),
      positions: [1],
      reason: '',
      refund: 'credit' as const,
    }),
  },
  correct: {
    input: (context, whose) => ({
      ...issued(context, whose),
      command: context.newId(),
      creditNoteId: context.newId(),
      draftId: context.newId(),
    }),
  },
  mine: {
    input: () => ({}),
    fields: { after: (context) => cursorAfter(`${longAgo} ${context.newId()}`), limit: () => 10 },
  },
  mineOne: { input: issued },
  cancelFee: { input: (context, whose) => ({ sessionId: context.fixturesOf(whose).sessionId }) },
  exportPeriod: {
    input: () => ({
      from: '2026-11-01',
      until: '2026-11-30',
      as: 'datev',
      datev: { consultant: '1001', client: '7', chart: 'SKR03' },
    }),
  },
  datev: emptyInput,
  saveDatev: {
    input: () => ({
      consultant: '1001',
      client: '7',
      chart: 'SKR03',
      accounts: {},
      debtorsFrom: 10_000,
      basis: { year: 2026, basis: 'cash' },
    }),
  },
  links: { input: issued },
  sendLink: { input: issued },
  withdrawLinks: { input: issued },
  openLink: {
    input: () => ({ token: 'unknown' }),
    fields: { postalCode: () => '10969' },
  },
} satisfies SampleInputs<Contract['invoice']>

/** `seedEverything` inserts these rows without the triggers that protect issued invoices. */
const rows = {
  invoice_series: ({ therapistId }) => ({ therapist_id: therapistId, year: 2031, last: 3 }),
  invoice_lost: ({ therapistId, mark }) => ({ therapist_id: therapistId, year: 2031, number: 2, reason: mark }),
  invoice_erasure: ({ therapistId, rowId }) => ({
    id: rowId('invoice-erasure'),
    therapist_id: therapistId,
    kept_until: '2030-12-31',
    reason: 'client-erased',
    invoices: 1,
    credit_notes: 0,
    lines: 1,
    payments: 0,
    reminders: 0,
    files: 2,
    links: 0,
  }),
  invoice_erased: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    year: 2031,
    number: 3,
    number_text: '2031-0003',
    kind: 'invoice',
    issued_on: '2031-05-05',
    currency: 'EUR',
    gross_minor: 9500,
    invoice_id: rowId('erased-invoice'),
    erasure_id: rowId('invoice-erasure'),
  }),
  invoice: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('invoice'),
    therapist_id: therapistId,
    client_id: clientId,
    status: 'issued',
    year: 2031,
    number: 1,
    number_text: '2031-0001',
    issued_on: '2031-05-05',
    issued_at: '2031-05-05T10:00:00Z',
    language: 'en',
    note: mark,
    diagnosis: mark,
    currency: 'EUR',
    net_minor: 9500,
    gross_minor: 9500,
    frozen: {
      language: 'en',
      note: mark,
      seller: { name: mark, country: 'DE' },
      buyer: { kind: 'client', name: mark },
    },
    command: rowId('issue'),
  }),
  invoice_line: ({ therapistId, sessionId, mark, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    position: 1,
    text: mark,
    price_minor: 9500,
    net_minor: 9500,
    tax_rate_bp: 0,
    tax_category: 'E',
    exempt_reason: mark,
    session_id: sessionId,
  }),
  session_billed: ({ therapistId, sessionId, clientId, rowId }) => ({
    therapist_id: therapistId,
    session_id: sessionId,
    client_id: clientId,
    invoice_id: rowId('invoice'),
    kind: 'completed',
  }),
  // Waives another client's share, because a share is either billed or waived.
  session_waived: ({ therapistId, sessionId, otherClientId }) => ({
    therapist_id: therapistId,
    session_id: sessionId,
    client_id: otherClientId,
  }),
  payment: ({ therapistId, mark, rowId }) => ({
    id: rowId('payment'),
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    amount_minor: 9500,
    currency: 'EUR',
    paid_on: '2031-05-06',
    method: 'cash',
    reference: mark,
  }),
  invoice_client: ({ therapistId, clientId, clientAccountId, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    client_id: clientId,
    account_id: clientAccountId,
  }),
  invoice_link: ({ therapistId, mark, rowId }) => ({
    id: rowId('invoice-link'),
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    occasion: 'invoice',
    email: `${mark}@example.org`,
    sent_at: '2031-05-05T10:00:00Z',
    expires_at: '2031-08-03T10:00:00Z',
  }),
  invoice_event: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    kind: 'issued',
    data: { number: mark },
  }),
  datev_debtor: ({ therapistId }) => ({ therapist_id: therapistId, payer: '0'.repeat(64), number: 10_000 }),
  datev_setting: ({ therapistId, mark }) => ({
    therapist_id: therapistId,
    consultant: '1001',
    accounts: { bank: { account: mark, key: '' } },
  }),
  invoice_document: ({ therapistId, mark, rowId }) =>
    ['pdf', 'receipt'].map((kind) => ({
      therapist_id: therapistId,
      invoice_id: rowId('invoice'),
      kind,
      sha256: '0'.repeat(64),
      bytes: Buffer.from(mark),
    })),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  datev_debtor: 'has a default that nobody changed',
  datev_setting: 'has a default that nobody changed',
  invoice_erased: 'records an error or an erasure, which the history does not have',
  invoice_erasure: 'records an error or an erasure, which the history does not have',
  invoice_link: 'has no example yet',
  invoice_lost: 'records an error or an erasure, which the history does not have',
} satisfies EmptyInDemo<typeof rows>

export const invoiceSamples = { inputs, rows, emptyInDemo }
