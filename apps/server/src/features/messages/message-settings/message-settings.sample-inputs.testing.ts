import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const workdays = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }

const inputs = {
  own: emptyInput,
  saveReadingHours: { input: () => ({ readingHours: [workdays] }) },
  saveAbsence: {
    input: (context) => ({
      id: context.newId(),
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      endsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      text: 'I am away this week.',
    }),
  },
  endAbsence: { input: (context) => ({ id: context.newId() }) },
  // The list is always the same, so that a second call is a repeat.
  saveQuickReplies: {
    input: () => ({ items: [{ id: '0a5d7c1e-3b57-4b1c-9d5e-0f6a1b2c3d4e', text: 'See you on Monday.' }], version: 0 }),
  },
  readingHoursOf: {
    input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId }),
  },
} satisfies SampleInputs<Contract['messageSettings']>

const rows = {
  message_settings: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    reading_hours: JSON.stringify([workdays]),
    absence_id: rowId('absence_reply'),
    absence_starts: new Date('2026-11-19T08:00:00Z'),
    absence_ends: new Date('2026-11-29T08:00:00Z'),
    absence_text: mark,
    quick_replies: JSON.stringify([{ id: rowId('quick_reply'), text: mark }]),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  message_settings: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const messageSettingsSamples = { inputs, rows, emptyInDemo }
