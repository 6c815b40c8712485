import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'
import { guardianAgeInputs } from './age/guardian.age.sample-inputs.testing.ts'
import { guardianClientInputs } from './client/guardian.client.sample-inputs.testing.ts'
import { guardianCustodyInputs } from './custody/guardian.custody.sample-inputs.testing.ts'
import { guardianFormsInputs } from './forms/guardian.forms.sample-inputs.testing.ts'
import { guardianInvitationsInputs } from './invitations/guardian.invitations.sample-inputs.testing.ts'
import { guardianInvoicesInputs } from './invoices/guardian.invoices.sample-inputs.testing.ts'
import { guardianKeptInputs } from './kept/guardian.kept.sample-inputs.testing.ts'
import { guardianMessagesInputs } from './messages/guardian.messages.sample-inputs.testing.ts'
import { guardianPlanInputs } from './plan/guardian.plan.sample-inputs.testing.ts'
import { guardianSessionsInputs } from './sessions/guardian.sessions.sample-inputs.testing.ts'
import { guardianSuperbillsInputs } from './superbills/guardian.superbills.sample-inputs.testing.ts'

const inputs = {
  clients: emptyInput,
  ...guardianInvitationsInputs,
  ...guardianSessionsInputs,
  ...guardianFormsInputs,
  ...guardianInvoicesInputs,
  ...guardianPlanInputs,
  ...guardianSuperbillsInputs,
  ...guardianKeptInputs,
  ...guardianClientInputs,
  ...guardianAgeInputs,
  ...guardianMessagesInputs,
  ...guardianCustodyInputs,
} satisfies SampleInputs<Contract['guardian']>

const rows = {
  guardian: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('guardian'),
    therapist_id: therapistId,
    client_id: clientId,
    contact_id: rowId('client_contact'),
    name: mark.slice(0, 200),
    email: `${mark.toLowerCase()}@example.org`,
  }),
  guardian_right: ({ therapistId, clientId, otherAccountId }) => ({
    account_id: otherAccountId,
    therapist_id: therapistId,
    client_id: clientId,
    kind: 'invoices',
    since: new Date(),
  }),
  guardian_invoice: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    client_id: clientId,
    issued_at: '2031-05-05T10:00:00Z',
  }),
  guardian_conversation: ({ therapistId, clientId, rowId }) => ({
    id: rowId('guardian_conversation'),
    therapist_id: therapistId,
    client_id: clientId,
    guardian_id: rowId('guardian'),
    last_seq: 1,
  }),
  guardian_message: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('guardian_message'),
    therapist_id: therapistId,
    client_id: clientId,
    conversation_id: rowId('guardian_conversation'),
    seq: 1,
    by_role: 'guardian',
    text: mark,
    created_at: new Date(),
  }),
  custody_note: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('custody_note'),
    therapist_id: therapistId,
    client_id: clientId,
    noted_on: '2031-05-05',
    text: mark,
    file_id: rowId('worksheet'),
  }),
  guardian_superbill: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    superbill_id: rowId('superbill'),
    client_id: clientId,
    made_at: '2031-06-01T10:00:00Z',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  custody_note: 'has no example yet',
  guardian_conversation: 'has no example yet',
  guardian_message: 'has no example yet',
  guardian_superbill: 'follows superbill, which belongs to the United States',
} satisfies EmptyInDemo<typeof rows>

export const guardianSamples = { inputs, rows, emptyInDemo }
