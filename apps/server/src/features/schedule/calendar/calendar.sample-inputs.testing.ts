import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const span = (context: TestContext) => {
  const startsAt = context.freeSlot()
  return { startsAt, endsAt: startsAt.replace(':00:00.', ':50:00.') }
}
const twice = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 2 } } as const
const month = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }

const inputs = {
  between: { input: () => month },
  conflicts: {
    input: span,
    fields: { but: (context, whose) => context.fixturesOf(whose).eventId, scope: () => 'all', repeat: () => twice },
  },
  addEvent: {
    input: (context) => ({
      id: context.newId(),
      title: 'Supervision',
      ...span(context),
      location: 'Room 2',
      anyway: [month.startsAt],
    }),
    fields: { repeat: () => twice },
  },
  editEvent: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).eventId,
      title: 'Supervision',
      ...span(context),
      location: '',
      scope: 'one',
      anyway: [month.startsAt],
      revision: 0,
      command: context.newId(),
    }),
    fields: { repeat: () => null },
  },
  removeEvent: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).eventId, scope: 'one', command: context.newId() }),
  },
  undoEventChange: {
    input: (context, whose) => ({
      seriesId: context.fixturesOf(whose).busySeriesId,
      undoes: context.fixturesOf(whose).busySeriesId,
    }),
  },
  feed: emptyInput,
  setFeed: { input: () => ({ mode: 'initials' }) },
  rotateFeed: emptyInput,
  removeFeed: emptyInput,
  imports: emptyInput,
  addImport: {
    // The private address prevents a request to an external server.
    input: (context) => ({ id: context.newId(), name: 'University', address: 'https://127.0.0.1/secret/basic.ics' }),
  },
  renameImport: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).importedCalendarId, name: 'University' }),
  },
  readImport: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).importedCalendarId }),
  },
  removeImport: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).importedCalendarId }),
  },
  zoneChange: { input: () => ({ zone: 'Europe/Berlin' }) },
  changeZone: {
    input: (context) => ({ zone: 'Europe/Berlin', keep: 'instant', command: context.newId() }),
  },
} satisfies SampleInputs<Contract['calendar']>

const rows = {
  event: ({ mark, therapistId, rowId }) => ({
    id: rowId('event'),
    therapist_id: therapistId,
    title: mark,
    location: mark,
    starts_at: '2031-05-05T09:00Z',
    ends_at: '2031-05-05T10:00Z',
    series_id: rowId('series'),
    series_day: '2031-05-05',
  }),
  imported_calendar: ({ mark, therapistId, rowId }) => ({
    id: rowId('imported_calendar'),
    therapist_id: therapistId,
    name: mark,
    address: `https://elsewhere.example/${mark}`,
  }),
  imported_event: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    calendar_id: rowId('imported_calendar'),
    number: 1,
    starts_at: '2031-05-06T09:00Z',
    ends_at: '2031-05-06T10:00Z',
    title: mark,
  }),
  calendar_feed: ({ therapistId, clientAccountId, rowId }) => [
    { account_id: therapistId, feed_id: rowId('therapist feed'), mode: 'name' },
    { account_id: clientAccountId, feed_id: rowId('client feed'), mode: 'name' },
  ],
} satisfies Partial<SampleRows>

const emptyInDemo = {
  calendar_feed: 'needs a provider outside the practice',
  imported_calendar: 'needs a provider outside the practice',
  imported_event: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const calendarSamples = { inputs, rows, emptyInDemo }
