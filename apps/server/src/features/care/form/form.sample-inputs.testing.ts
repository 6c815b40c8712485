import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const form = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).formId })
const open = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).openFormId })
const signed = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).signedFormId })
const content = { title: 'Intake', language: 'en' as const, isConsent: false, fields: [] }

const inputs = {
  list: emptyInput,
  get: { input: form },
  create: { input: (context) => ({ id: context.newId(), template: 'intake', language: 'de' }) },
  save: {
    input: (context, whose) => ({
      ...form(context, whose),
      version: 1,
      content: {
        ...content,
        fields: [
          {
            id: context.newId(),
            type: 'choice',
            label: 'Are you safe?',
            hint: '',
            required: true,
            options: ['Yes', 'No'],
            safetyOptions: ['No'],
            isForGuardian: false,
          },
        ],
      },
    }),
  },
  confirm: { input: (context, whose) => ({ ...form(context, whose), version: 1 }) },
  setOnJoining: { input: (context, whose) => ({ ...form(context, whose), isSentOnJoining: false }) },
  remove: { input: form },
  restore: { input: form },
  ofClient: { input: client },
  missing: { input: client },
  sent: { input: (context, whose) => ({ ...client(context, whose), ...signed(context, whose) }) },
  send: {
    input: (context, whose) => ({
      id: context.newId(),
      ...client(context, whose),
      formId: context.fixturesOf(whose).unsentFormId,
      version: 1,
      remindAfterDays: 7,
    }),
    fields: { needsAllGuardians: () => false },
  },
  replace: { input: (context, whose) => ({ ...client(context, whose), ...open(context, whose), version: 1 }) },
  cancel: { input: (context, whose) => ({ ...client(context, whose), ...open(context, whose) }) },
  keep: { input: (context, whose) => ({ ...client(context, whose), ...open(context, whose), isKept: true }) },
  acknowledge: { input: (context, whose) => ({ ...client(context, whose), ...signed(context, whose) }) },
  signOnPaper: {
    input: (context, whose) => ({
      ...client(context, whose),
      ...open(context, whose),
      signatureId: context.newId(),
      replacesId: null,
      fileId: context.fixturesOf(whose).therapistFileId,
      signerName: 'Marta Flores',
      signedOn: '2026-03-01',
    }),
  },
  removePaperSignature: {
    input: (context, whose) => ({
      ...client(context, whose),
      id: context.fixturesOf(whose).paperFormId,
      signatureId: context.fixturesOf(whose).paperSignatureId,
    }),
  },
  withdrawOnPaper: {
    input: (context, whose) => ({ ...client(context, whose), id: context.fixturesOf(whose).paperFormId }),
  },
  mine: emptyInput,
  open: { input: open },
  saveAnswers: { input: (context, whose) => ({ ...open(context, whose), draftVersion: 0, answers: {} }) },
  sign: {
    input: (context, whose) => ({
      ...open(context, whose),
      version: 1,
      sha256: '0'.repeat(64),
      answers: {},
      typedName: 'Ana Flores',
      guardianId: null,
      command: context.newId(),
    }),
  },
  withdraw: { input: signed },
  signLinks: { input: (context, whose) => ({ ...client(context, whose), ...open(context, whose) }) },
  sendSignLink: {
    input: (context, whose) => ({
      ...client(context, whose),
      id: context.fixturesOf(whose).guardianFormId,
      contactId: context.fixturesOf(whose).guardianContactId,
      codeByText: false,
      confirmed: [],
    }),
  },
  withdrawSignLink: {
    input: (context, whose) => ({ ...client(context, whose), ...open(context, whose), ticketId: context.newId() }),
  },
  startSigningHere: {
    input: (context, whose) => ({
      ...client(context, whose),
      id: context.fixturesOf(whose).guardianFormId,
      contactId: context.fixturesOf(whose).guardianContactId,
    }),
  },
  openTicket: { input: () => ({ token: 'unknown' }), fields: { code: () => '123456' } },
  saveTicketAnswers: { input: () => ({ token: 'unknown', draftVersion: 0, answers: {} }) },
  signTicket: {
    input: (context) => ({
      token: 'unknown',
      version: 1,
      sha256: '0'.repeat(64),
      answers: {},
      typedName: 'Marta Flores',
      command: context.newId(),
    }),
  },
} satisfies SampleInputs<Contract['form']>

const rows = {
  form: ({ therapistId, mark, rowId }) => ({
    id: rowId('form'),
    therapist_id: therapistId,
    content: { ...content, title: mark },
  }),
  sent_form: ({ therapistId, clientId, clientAccountId, mark, rowId }) => ({
    id: rowId('sent_form'),
    therapist_id: therapistId,
    client_id: clientId,
    account_id: clientAccountId,
    form_id: rowId('form'),
    form_version: 1,
    frozen: { ...content, title: mark },
    text_sha256: '0'.repeat(64),
  }),
  form_answer: ({ therapistId, clientAccountId, mark, rowId }) => ({
    account_id: clientAccountId,
    therapist_id: therapistId,
    sent_form_id: rowId('sent_form'),
    answers: { [rowId('field')]: mark },
    saved_at: '2031-05-05T09:00:00Z',
  }),
  form_signature: ({ therapistId, clientId, clientAccountId, mark, rowId }) => ({
    sent_form_id: rowId('sent_form'),
    therapist_id: therapistId,
    client_id: clientId,
    account_id: clientAccountId,
    form_version: 1,
    answers: { [rowId('field')]: mark },
    typed_name: mark,
    shown_sha256: '0'.repeat(64),
    command: rowId('sign'),
    signed_at: '2031-05-05T09:00:00Z',
  }),
  form_ticket: ({ therapistId, mark, rowId }) => ({
    id: rowId('form_ticket'),
    therapist_id: therapistId,
    sent_form_id: rowId('sent_form'),
    form_version: 1,
    way: 'practice',
    contact_id: rowId('contact'),
    name: mark,
    relationship: mark,
    sent_at: '2031-05-05T09:00:00Z',
    expires_at: '2031-05-05T09:30:00Z',
    answers: { [rowId('field')]: mark },
  }),
  paper_signature: ({ therapistId, mark, rowId }) => ({
    id: rowId('paper_signature'),
    therapist_id: therapistId,
    sent_form_id: rowId('sent_form'),
    signer_name: mark,
    signed_on: '2031-05-05',
    account_id: therapistId,
    file_id: rowId('worksheet'),
    recorded_at: '2031-05-05T09:00:00Z',
  }),
  form_document: ({ therapistId, mark, rowId }) => ({
    sent_form_id: rowId('sent_form'),
    therapist_id: therapistId,
    sha256: '0'.repeat(64),
    bytes: Buffer.from(mark),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  form_answer: 'holds work that a person has not finished',
  form_document: 'is written by a job of the running product',
  form_ticket: 'has no example yet',
} satisfies EmptyInDemo<typeof rows>

export const formSamples = { inputs, rows, emptyInDemo }
