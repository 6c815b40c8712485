import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const hex = (id: string) => id.replaceAll('-', '')
/** Derives a phone number from an id. */
const numberOf = (id: string) => `+49${Number.parseInt(hex(id).slice(0, 9), 16) + 1_000_000}`

const inputs = {
  get: emptyInput,
  saveAccount: {
    input: () => ({ account: `AC${'1'.repeat(32)}` }),
    fields: { key: () => 'a-key-of-the-provider' },
  },
  saveTexts: { input: () => ({ nameInTexts: 'Attune', allowedCountries: ['DE'] }) },
  saveSender: {
    // Every call saves the practice's single sender.
    input: ({ caller }) => ({
      id: caller.accountId,
      channel: 'sms',
      number: numberOf(caller.accountId),
      therapistId: null,
    }),
  },
  removeSender: { input: (context) => ({ id: context.newId() }) },
  saveTemplate: {
    input: (context) => ({
      id: context.newId(),
      name: 'Reminder',
      language: 'en',
      text: 'Hello {{1}}',
      templateId: `HX${hex(context.newId())}`,
    }),
  },
  removeTemplate: { input: (context) => ({ id: context.newId() }) },
  setChannelOn: { input: () => ({ channel: 'whatsapp', isOn: false }) },
  recordAgreement: { input: () => ({ country: 'DE', name: 'Ada Admin', date: '2026-01-05' }) },
  setCarriesContent: { input: () => ({ channel: 'sms', carriesContent: false }) },
  sendTest: { input: () => ({ channel: 'sms', to: '+4917012345678' }) },
  savePushHosts: { input: () => ({ hosts: ['push.example.org', 'fcm.googleapis.com'] }) },
} satisfies SampleInputs<Contract['channelSetup']>

const rows = {
  provider_key: ({ rowId }) => ({
    name: `key-${rowId('provider_key').slice(0, 8)}`,
    sealed: Buffer.alloc(40, 1),
    changed_at: new Date(),
  }),
  text_sender: ({ therapistId, rowId }) => ({
    id: rowId('text_sender'),
    channel: 'sms',
    number: numberOf(rowId('text_sender')),
    for_therapist: therapistId,
  }),
  text_template: ({ mark, rowId }) => ({
    id: rowId('text_template'),
    name: mark.slice(0, 60),
    language: 'en',
    text: mark,
    template_id: `HX${hex(rowId('text_template'))}`,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  provider_key: 'needs a provider outside the practice',
  text_sender: 'needs a provider outside the practice',
  text_template: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const channelSetupSamples = { inputs, rows, emptyInDemo }
