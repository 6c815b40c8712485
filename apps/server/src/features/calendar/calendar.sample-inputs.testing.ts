import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'

const span = (context: TestContext) => {
  const startsAt = context.freeSlot()
  return { startsAt, endsAt: startsAt.replace(':00:00.', ':50:00.') }
}
const twice = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 2 } } as const
const month = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }

export const calendarSampleInputs = {
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
  takeBack: {
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
    // A private address, so that no test sends a request to an external server.
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
