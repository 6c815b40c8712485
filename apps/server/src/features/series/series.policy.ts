import type { Contract } from '@attune/contract'
import type { Entry, PolicyOf } from '../../platform/policy/policy.ts'

const time = { durationMinutes: 50 }
const once = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 1 } } as const
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
    }),
  },
  cancel: {
    ...theirs,
    specimen: (world, whose) => ({
      sessionId: world.of(whose).seriesSessionId,
      scope: 'all',
      command: world.newId(),
    }),
  },
  accept: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: (world, whose) => ({ sessionId: world.of(whose).seriesSessionId, command: world.newId() }),
  },
} satisfies PolicyOf<Contract['series']>
