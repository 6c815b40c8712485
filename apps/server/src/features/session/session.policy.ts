import type { Contract } from '@attune/contract'
import type { FeaturePolicy, Ownership } from '../../platform/policy/policy.ts'
import type { Fixtures, TestContext } from '../../testing/fixtures/test-context.ts'

type SessionIdKey = Extract<keyof Fixtures, `${string}essionId`>

const commandPolicy = (who: 'therapist' | 'client', key: SessionIdKey = 'sessionId') => ({
  who: [who],
  assurance: 'full' as const,
  sampleInput: (world: TestContext, whose: Ownership) => ({ id: world.fixturesOf(whose)[key], command: world.newId() }),
})

const sampleWith =
  <More extends object>(key: SessionIdKey, extra: More) =>
  (world: TestContext, whose: Ownership) => ({ ...commandPolicy('therapist', key).sampleInput(world, whose), ...extra })

const withReason = { reason: 'A journey' }
const kind = { therapyType: 'individual' as const, location: 'Room 2' }
const month = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
const filters = {
  status: () => ['scheduled' as const],
  format: () => 'video' as const,
  therapyType: () => 'individual' as const,
  from: () => month.from,
  to: () => month.to,
  search: () => 'a',
}

const time = (world: TestContext) => ({ startsAt: world.freeSlot(), durationMinutes: 50 })

export const sessionPolicy = {
  between: {
    who: ['therapist', 'client'],
    assurance: 'full',
    sampleInput: () => month,
  },
  list: {
    who: ['therapist', 'client'],
    assurance: 'full',
    outOfReach: 'empty',
    sampleInput: (world, whose) => ({ which: 'upcoming', clientId: world.fixturesOf(whose).clientId, limit: 100 }),
    sampleFields: { ...filters, after: (world) => `${month.from}_${world.newId()}` },
  },
  counts: {
    who: ['therapist', 'client'],
    assurance: 'full',
    sampleInput: () => ({}),
    sampleFields: { ...filters, clientId: (world, whose) => world.fixturesOf(whose).clientId },
  },
  waiting: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({}) },
  get: {
    who: ['therapist', 'client'],
    assurance: 'full',
    auditRead: {
      resource: 'session-texts',
      subject: 'session',
      when: ({ texts }) => texts.some(({ text }) => text !== ''),
    },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).sessionId }),
  },
  chart: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({ period: 'monthly' }) },
  plan: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.fixturesOf(whose).clientId],
      startsAt: world.freeSlot(),
      durationMinutes: 50,
      ...kind,
      format: 'video',
      videoUrl: 'https://meet.example/room',
      agreed: true,
      anyway: true,
    }),
  },
  enter: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.fixturesOf(whose).clientId],
      startsAt: world.yesterday(),
      durationMinutes: 50,
      ...kind,
      format: 'in-person',
      outcome: 'completed',
    }),
  },
  request: {
    who: ['client'],
    assurance: 'full',
    // Two clients of one therapist may request the same time.
    reach: { client: ['own', 'sibling'] },
    sampleInput: (world, whose) => ({
      id: world.newId(),
      therapistId: world.fixturesOf(whose).therapistId,
      ...time(world),
      format: 'video',
      message: 'After work, please.',
    }),
  },
  confirm: { ...commandPolicy('therapist'), sampleInput: sampleWith('pendingSessionId', { anyway: true }) },
  deny: { ...commandPolicy('therapist'), sampleInput: sampleWith('pendingSessionId', withReason) },
  counter: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).pendingSessionId,
      command: world.newId(),
      ...time(world),
      ...withReason,
      anyway: true,
    }),
  },
  withdraw: { ...commandPolicy('client'), sampleInput: sampleWith('pendingSessionId', withReason) },
  accept: commandPolicy('client'),
  acceptOnBehalf: commandPolicy('therapist'),
  decline: { ...commandPolicy('client'), sampleInput: sampleWith('sessionId', withReason) },
  move: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).sessionId,
      command: world.newId(),
      ...time(world),
      ...withReason,
      agreed: true,
      anyway: true,
      revision: 0,
    }),
  },
  edit: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).sessionId,
      command: world.newId(),
      format: 'in-person',
      location: 'Room 2',
      videoUrl: null,
      revision: 0,
    }),
  },
  cancel: { ...commandPolicy('therapist'), sampleInput: sampleWith('sessionId', withReason) },
  cancelTogether: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      ids: [world.fixturesOf(whose).sessionId],
      command: world.newId(),
      ...withReason,
    }),
  },
  moveTogether: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      moves: [{ id: world.fixturesOf(whose).sessionId, startsAt: world.freeSlot() }],
      command: world.newId(),
      ...withReason,
    }),
  },
  restore: commandPolicy('therapist', 'cancelledSessionId'),
  complete: {
    ...commandPolicy('therapist', 'unresolvedSessionId'),
    sampleFields: { absent: (world: TestContext, whose: Ownership) => [world.fixturesOf(whose).clientId] },
  },
  noShow: commandPolicy('therapist', 'unresolvedSessionId'),
  correct: commandPolicy('therapist', 'completedSessionId'),
  delete: { ...commandPolicy('therapist'), sampleInput: sampleWith('sessionId', withReason) },
} satisfies FeaturePolicy<Contract['session']>
