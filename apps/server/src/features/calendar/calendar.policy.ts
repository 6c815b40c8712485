import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'
import type { World } from '../../testing/world.ts'

const span = (world: World) => {
  const startsAt = world.freeSlot()
  return { startsAt, endsAt: startsAt.replace(':00:00.', ':50:00.') }
}
const twice = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 2 } } as const
const month = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }

export const calendarPolicy = {
  between: { who: ['therapist'], strength: 'full', specimen: () => month },
  conflicts: {
    who: ['therapist'],
    strength: 'full',
    specimen: span,
    more: { but: (world, whose) => world.of(whose).eventId, scope: () => 'all', repeat: () => twice },
  },
  addEvent: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({
      id: world.newId(),
      title: 'Supervision',
      ...span(world),
      location: 'Room 2',
      anyway: [month.startsAt],
    }),
    more: { repeat: () => twice },
  },
  editEvent: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).eventId,
      title: 'Supervision',
      ...span(world),
      location: '',
      scope: 'one',
      anyway: [month.startsAt],
      revision: 0,
      command: world.newId(),
    }),
    more: { repeat: () => null },
  },
  removeEvent: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).eventId, scope: 'one', command: world.newId() }),
  },
  takeBack: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ seriesId: world.of(whose).busySeriesId, undoes: world.of(whose).busySeriesId }),
  },
  feed: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
  setFeed: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({ mode: 'initials' }) },
  rotateFeed: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
  removeFeed: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
  imports: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  addImport: {
    who: ['therapist'],
    strength: 'full',
    // A private address, so that tests request no external server.
    specimen: (world) => ({ id: world.newId(), name: 'University', address: 'https://127.0.0.1/secret/basic.ics' }),
  },
  renameImport: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).importedId, name: 'University' }),
  },
  readImport: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).importedId }),
  },
  removeImport: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).importedId }),
  },
  zoneChange: { who: ['therapist'], strength: 'full', specimen: () => ({ zone: 'Europe/Berlin' }) },
  changeZone: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({ zone: 'Europe/Berlin', keep: 'instant', command: world.newId() }),
  },
} satisfies PolicyOf<Contract['calendar']>
