import type { Contract } from '@attune/contract'
import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const hours = { from: '09:00', until: '17:00', formats: ['video' as const], location: '' }
const window = { from: '2026-11-23', to: '2026-11-29', format: 'video' as const }
/** A time span in the past, so that the absence conflicts with no session. */
const span = { startsAt: '2001-05-01T00:00:00.000Z', endsAt: '2001-05-08T00:00:00.000Z' }

const inputs = {
  mine: emptyInput,
  save: {
    input: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultBookingRules, version: 0 }),
  },
  setDay: { input: () => ({ day: '2031-05-01', ranges: [hours] }) },
  absences: emptyInput,
  sessionsDuringTimeOff: { input: () => span },
  saveAbsence: {
    input: (context) => ({ id: context.newId(), title: 'Away', ...span, wholeDays: true }),
  },
  removeAbsence: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).absenceId }),
  },
  slots: {
    input: (context, whose) => {
      const { therapistId, sessionTypeId: typeId } = context.fixturesOf(whose)
      return { therapistId, ...window, typeId }
    },
    fields: {
      durationMinutes: () => 80,
      sessionId: (context, whose) => context.fixturesOf(whose).sessionId,
    },
  },
  nextFree: {
    input: () => ({ format: 'video', durationMinutes: 50, limit: 5 }),
    fields: {
      sessionId: (context, whose) => context.fixturesOf(whose).sessionId,
      typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId,
    },
  },
  hours: {
    input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId }),
  },
  preview: {
    input: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultBookingRules, ...window }),
    fields: { durationMinutes: () => 80 },
  },
} satisfies SampleInputs<Contract['availability']>

const ranges = JSON.stringify([{ weekday: 1, from: '09:00', until: '12:00', formats: ['video'], location: '' }])

const rows = {
  availability: ({ therapistId }) => ({ therapist_id: therapistId, weekly: ranges }),
  day_override: ({ therapistId }) => ({ therapist_id: therapistId, day: '2031-05-05', ranges }),
  absence: ({ mark, therapistId, rowId }) => ({
    id: rowId('absence'),
    therapist_id: therapistId,
    title: mark,
    starts_at: '2031-05-05T00:00Z',
    ends_at: '2031-05-06T00:00Z',
    whole_days: false,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  day_override: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const availabilitySamples = { inputs, rows, emptyInDemo }
