import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  me: emptyInput,
  onboard: {
    input: () => ({
      role: 'client',
      firstName: 'Ana',
      lastName: 'Moreau',
      zone: 'Europe/Berlin',
      language: 'en',
    }),
    fields: { inviteCode: (context) => context.fixturesOf('own').code },
  },
  saveNames: { input: () => ({ firstName: 'Ana', lastName: 'Moreau' }) },
  saveSettings: {
    input: () => ({ theme: 'dark', language: 'en', enterKey: 'send' }),
    fields: { zone: () => 'Europe/Berlin' },
  },
  therapistProfile: emptyInput,
  avatars: {
    input: () => ({ limit: 100 }),
    fields: { offset: () => 1 },
  },
  setAvatar: { input: () => ({ path: null }) },
  profileOf: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).accountId }),
  },
  therapistPreview: emptyInput,
  notificationSettings: emptyInput,
  saveNotificationSettings: {
    input: () => ({ quiet: null, mail: { 'session-accepted': true } }),
    fields: {
      discreet: () => true,
      push: () => ({ 'session-accepted': false }),
      text: () => ({ 'message-received': false }),
    },
  },
  pauseNotifications: { input: () => ({ isPaused: true }) },
  draftKey: emptyInput,
  saveTherapistProfile: {
    input: () => ({ specialization: 'Systemic therapy', credentials: '', bio: '', aboutMe: '' }),
  },
} satisfies SampleInputs<Contract['account']>

const rows = {
  role_request: ({ mark, therapistId, rowId }) => ({
    id: rowId('role_request'),
    account_id: therapistId,
    status: 'declined',
    reason: mark,
  }),
  draft_key: ({ clientAccountId }) => ({ account_id: clientAccountId, key: Buffer.alloc(32) }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  draft_key: 'holds work that a person has not finished',
} satisfies EmptyInDemo<typeof rows>

export const accountSamples = { inputs, rows, emptyInDemo }
