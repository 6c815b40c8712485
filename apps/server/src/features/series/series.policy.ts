import type { Contract } from '@attune/contract'
import type { Entry, PolicyOf } from '../../platform/policy/policy.ts'

const time = { durationMinutes: 50 }
const once = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 1 } } as const
/** Days on which nothing is planned may be named too. */
const said = { location: '', agreed: false, leaveOut: ['2031-05-01'], anyway: ['2031-05-08'] }
const theirs = { who: ['therapist'], strength: 'full' } as const satisfies Partial<Entry>

export const seriesPolicy = {
  preview: { ...theirs, specimen: (world) => ({ ...time, startsAt: world.freeSlot(), repeat: once }) },
  plan: {
    ...theirs,
    specimen: (world, whose) => ({
      ...time,
      id: world.newId(),
      clientIds: [world.of(whose).clientId],
      startsAt: world.freeSlot(),
      format: 'video',
      repeat: once,
      ...said,
      therapyType: 'individual',
      videoUrl: 'https://meet.example/room',
    }),
  },
  get: { ...theirs, specimen: (world, whose) => ({ id: world.of(whose).seriesId }) },
  previewChange: {
    ...theirs,
    specimen: (world, whose) => ({
      ...time,
      sessionId: world.of(whose).seriesSessionId,
      scope: 'following',
      startsAt: world.freeSlot(),
    }),
    more: { repeat: () => once },
  },
  change: {
    ...theirs,
    specimen: (world, whose) => ({
      ...time,
      sessionId: world.of(whose).seriesSessionId,
      scope: 'following',
      command: world.newId(),
      startsAt: world.freeSlot(),
      format: 'video',
      videoUrl: null,
      ...said,
      reason: 'A journey',
      revision: 0,
    }),
    more: { repeat: () => once, undoes: (world) => world.newId() },
  },
  cancel: {
    ...theirs,
    specimen: (world, whose) => ({
      sessionId: world.of(whose).seriesSessionId,
      scope: 'all',
      command: world.newId(),
      reason: 'A journey',
    }),
  },
  accept: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: (world, whose) => ({ sessionId: world.of(whose).seriesSessionId, command: world.newId() }),
  },
} satisfies PolicyOf<Contract['series']>
