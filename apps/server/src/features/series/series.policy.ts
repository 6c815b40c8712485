import type { Contract } from '@attune/contract'
import type { ProcedurePolicy, FeaturePolicy } from '../../platform/policy/policy.ts'

const time = { durationMinutes: 50 }
const once = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 1 } } as const
/** Days without an occurrence are allowed as well. */
const sampleContent = { location: '', agreed: false, leaveOut: ['2031-05-01'], anyway: ['2031-05-08'] }
const therapistOnly = { who: ['therapist'], assurance: 'full' } as const satisfies Partial<ProcedurePolicy>

export const seriesPolicy = {
  preview: { ...therapistOnly, sampleInput: (world) => ({ ...time, startsAt: world.freeSlot(), repeat: once }) },
  plan: {
    ...therapistOnly,
    sampleInput: (world, whose) => ({
      ...time,
      id: world.newId(),
      clientIds: [world.fixturesOf(whose).clientId],
      startsAt: world.freeSlot(),
      format: 'video',
      repeat: once,
      ...sampleContent,
      therapyType: 'individual',
      videoUrl: 'https://meet.example/room',
    }),
  },
  get: { ...therapistOnly, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).seriesId }) },
  previewChange: {
    ...therapistOnly,
    sampleInput: (world, whose) => ({
      ...time,
      sessionId: world.fixturesOf(whose).seriesSessionId,
      scope: 'following',
      startsAt: world.freeSlot(),
    }),
    sampleFields: { repeat: () => once },
  },
  change: {
    ...therapistOnly,
    sampleInput: (world, whose) => ({
      ...time,
      sessionId: world.fixturesOf(whose).seriesSessionId,
      scope: 'following',
      command: world.newId(),
      startsAt: world.freeSlot(),
      format: 'video',
      videoUrl: null,
      ...sampleContent,
      reason: 'A journey',
      revision: 0,
    }),
    sampleFields: { repeat: () => once, undoes: (world) => world.newId() },
  },
  cancel: {
    ...therapistOnly,
    sampleInput: (world, whose) => ({
      sessionId: world.fixturesOf(whose).seriesSessionId,
      scope: 'all',
      command: world.newId(),
      reason: 'A journey',
    }),
  },
  accept: {
    who: ['therapist', 'client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ sessionId: world.fixturesOf(whose).seriesSessionId, command: world.newId() }),
  },
} satisfies FeaturePolicy<Contract['series']>
