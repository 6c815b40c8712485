import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const number = '+4915123456789'

const inputs = {
  options: { input: (context, whose) => ({ id: context.fixturesOf(whose).clientId }) },
  unassigned: emptyInput,
  assign: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).unassignedTextId,
      conversationId: context.fixturesOf(whose).clientId,
    }),
  },
  discard: { input: (context, whose) => ({ id: context.fixturesOf(whose).unassignedTextId }) },
  totals: emptyInput,
  practiceTotals: emptyInput,
} satisfies SampleInputs<Contract['textMessage']>

const rows = {
  delivery: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('delivery'),
    therapist_id: therapistId,
    client_id: clientId,
    message_id: rowId('text message'),
    purpose: 'content',
    channel: 'sms',
    number,
    body: mark,
    created_at: new Date(),
    due_at: new Date(),
    updated_at: new Date(),
  }),
  incoming_text: ({ rowId }) => ({
    provider_id: rowId('incoming_text'),
    channel: 'sms',
    outcome: 'unknown',
    received_at: new Date(),
  }),
  text_media: ({ mark, therapistId, rowId }) => ({
    id: rowId('text_media'),
    therapist_id: therapistId,
    account_id: therapistId,
    message_id: rowId('message'),
    channel: 'sms',
    place: 0,
    address: mark,
    received_at: new Date(),
  }),
  unassigned_text: ({ mark, therapistId, rowId }) => ({
    id: rowId('unassigned_text'),
    therapist_id: therapistId,
    channel: 'sms',
    number,
    text: mark,
    received_at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  delivery: 'needs a provider outside the practice',
  incoming_text: 'needs a provider outside the practice',
  text_media: 'needs a provider outside the practice',
  unassigned_text: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const textMessageSamples = { inputs, rows, emptyInDemo }
