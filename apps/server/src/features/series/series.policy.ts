import type { Contract } from '@attune/contract'
import type { Entry, PolicyOf } from '../../platform/policy/policy.ts'

const time = { durationMinutes: 50 }
const once = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 1 } } as const
/** Days without an occurrence are allowed as well. */
const sampleContent = { location: '', agreed: false, leaveOut: ['2031-05-01'], anyway: ['2031-05-08'] }
const therapistOnly = { who: ['therapist'], strength: 'full' } as const satisfies Partial<Entry>

export const seriesPolicy = {
  preview: { ...therapistOnly, specimen: (world) => ({ ...time, startsAt: world.freeSlot(), repeat: once }) },
  plan: {
    ...therapistOnly,
    specimen: (world, whose) => ({
      ...time,
      id: world.newId(),
      clientIds: [world.of(whose).clientId],
      startsAt: world.freeSlot(),
      format: 'video',
      repeat: once,
      ...sampleContent,
      therapyType: 'individual',
      videoUrl: 'https://meet.example/room',
    }),
  },
  get: { ...therapistOnly, specimen: (world, whose) => ({ id: world.of(whose).seriesId }) },
  previewChange: {
    ...therapistOnly,
    specimen: (world, whose) => ({
      ...time,
      sessionId: world.of(whose).seriesSessionId,
      scope: 'following',
      startsAt: world.freeSlot(),
    }),
    more: { repeat: () => once },
  },
  change: {
    ...therapistOnly,
    specimen: (world, whose) => ({
      ...time,
      sessionId: world.of(whose).seriesSessionId,
      scope: 'following',
      command: world.newId(),
      startsAt: world.freeSlot(),
      format: 'video',
      videoUrl: null,
      ...sampleContent,
      reason: 'A journey',
      revision: 0,
    }),
    more: { repeat: () => once, undoes: (world) => world.newId() },
  },
  cancel: {
    ...therapistOnly,
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
