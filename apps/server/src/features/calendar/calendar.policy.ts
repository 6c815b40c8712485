import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'

const span = (world: TestContext) => {
  const startsAt = world.freeSlot()
  return { startsAt, endsAt: startsAt.replace(':00:00.', ':50:00.') }
}
const twice = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 2 } } as const
const month = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }

export const calendarPolicy = {
  between: { who: ['therapist'], assurance: 'full', sampleInput: () => month },
  conflicts: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: span,
    sampleFields: { but: (world, whose) => world.fixturesOf(whose).eventId, scope: () => 'all', repeat: () => twice },
  },
  addEvent: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({
      id: world.newId(),
      title: 'Supervision',
      ...span(world),
      location: 'Room 2',
      anyway: [month.startsAt],
    }),
    sampleFields: { repeat: () => twice },
  },
  editEvent: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).eventId,
      title: 'Supervision',
      ...span(world),
      location: '',
      scope: 'one',
      anyway: [month.startsAt],
      revision: 0,
      command: world.newId(),
    }),
    sampleFields: { repeat: () => null },
  },
  removeEvent: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).eventId, scope: 'one', command: world.newId() }),
  },
  takeBack: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      seriesId: world.fixturesOf(whose).busySeriesId,
      undoes: world.fixturesOf(whose).busySeriesId,
    }),
  },
  feed: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({}) },
  setFeed: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({ mode: 'initials' }) },
  rotateFeed: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({}) },
  removeFeed: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({}) },
  imports: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  addImport: {
    who: ['therapist'],
    assurance: 'full',
    // A private address, so that tests request no external server.
    sampleInput: (world) => ({ id: world.newId(), name: 'University', address: 'https://127.0.0.1/secret/basic.ics' }),
  },
  renameImport: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).importedCalendarId, name: 'University' }),
  },
  readImport: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).importedCalendarId }),
  },
  removeImport: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).importedCalendarId }),
  },
  zoneChange: { who: ['therapist'], assurance: 'full', sampleInput: () => ({ zone: 'Europe/Berlin' }) },
  changeZone: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({ zone: 'Europe/Berlin', keep: 'instant', command: world.newId() }),
  },
} satisfies FeaturePolicy<Contract['calendar']>
