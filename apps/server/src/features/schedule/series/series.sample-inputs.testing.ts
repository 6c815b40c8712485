import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const time = { durationMinutes: 50 }
const once = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 1 } } as const
/** The days in `leaveOut` and `anyway` may also be days without an occurrence. */
const sampleContent = { location: '', agreed: false, leaveOut: ['2031-05-01'], anyway: ['2031-05-08'] }

const inputs = {
  preview: { input: (context) => ({ ...time, startsAt: context.freeSlot(), repeat: once }) },
  create: {
    input: (context, whose) => ({
      ...time,
      id: context.newId(),
      clientIds: [context.fixturesOf(whose).clientId],
      startsAt: context.freeSlot(),
      format: 'video',
      repeat: once,
      ...sampleContent,
      therapyType: 'individual',
      videoUrl: 'https://meet.example/room',
      callInAttune: false,
    }),
    fields: {
      callInAttune: () => true,
      typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId,
      groupId: (context, whose) => context.fixturesOf(whose).groupId,
    },
  },
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).seriesId }) },
  previewChange: {
    input: (context, whose) => ({
      ...time,
      sessionId: context.fixturesOf(whose).seriesSessionId,
      scope: 'following',
      startsAt: context.freeSlot(),
    }),
    fields: { repeat: () => once },
  },
  change: {
    input: (context, whose) => ({
      ...time,
      sessionId: context.fixturesOf(whose).seriesSessionId,
      scope: 'following',
      command: context.newId(),
      startsAt: context.freeSlot(),
      format: 'video',
      videoUrl: null,
      callInAttune: false,
      ...sampleContent,
      reason: 'A journey',
      revision: 0,
    }),
    fields: { repeat: () => once, callInAttune: () => true, undoes: (context) => context.newId() },
  },
  cancel: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).seriesSessionId,
      scope: 'all',
      command: context.newId(),
      reason: 'A journey',
    }),
  },
  accept: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).seriesSessionId, command: context.newId() }),
  },
} satisfies SampleInputs<Contract['series']>

const rows = {
  series: ({ mark, therapistId, rowId }) => ({
    id: rowId('series'),
    therapist_id: therapistId,
    kind: 'event',
    repeat: {},
    zone: 'UTC',
    first_day: '2031-05-05',
    time: '09:00',
    duration_minutes: 60,
    template: { title: mark },
    laid_out_until: '2031-05-05',
  }),
  series_gap: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    series_id: rowId('series'),
    day: '2031-05-12',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  series_gap: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const seriesSamples = { inputs, rows, emptyInDemo }
