import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { Things, World } from '../../testing/world.ts'

type SessionIdKey = Extract<keyof Things, `${string}essionId`>

const commandPolicy = (who: 'therapist' | 'client', key: SessionIdKey = 'sessionId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[key], command: world.newId() }),
})

const sampleWith =
  <More extends object>(key: SessionIdKey, extra: More) =>
  (world: World, whose: Whose) => ({ ...commandPolicy('therapist', key).specimen(world, whose), ...extra })

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

const time = (world: World) => ({ startsAt: world.freeSlot(), durationMinutes: 50 })

export const sessionPolicy = {
  between: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: () => month,
  },
  list: {
    who: ['therapist', 'client'],
    strength: 'full',
    foreign: 'empty',
    specimen: (world, whose) => ({ which: 'upcoming', clientId: world.of(whose).clientId, limit: 100 }),
    more: { ...filters, after: (world) => `${month.from}_${world.newId()}` },
  },
  counts: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: () => ({}),
    more: { ...filters, clientId: (world, whose) => world.of(whose).clientId },
  },
  waiting: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
  get: {
    who: ['therapist', 'client'],
    strength: 'full',
    opens: { thing: 'session-texts', of: 'session', where: ({ texts }) => texts.some(({ text }) => text !== '') },
    specimen: (world, whose) => ({ id: world.of(whose).sessionId }),
  },
  chart: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({ period: 'monthly' }) },
  plan: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.of(whose).clientId],
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
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.of(whose).clientId],
      startsAt: world.yesterday(),
      durationMinutes: 50,
      ...kind,
      format: 'in-person',
      outcome: 'completed',
    }),
  },
  request: {
    who: ['client'],
    strength: 'full',
    // Two clients of one therapist may request the same time.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({
      id: world.newId(),
      therapistId: world.of(whose).therapistId,
      ...time(world),
      format: 'video',
      message: 'After work, please.',
    }),
  },
  confirm: { ...commandPolicy('therapist'), specimen: sampleWith('pendingSessionId', { anyway: true }) },
  deny: { ...commandPolicy('therapist'), specimen: sampleWith('pendingSessionId', withReason) },
  counter: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).pendingSessionId,
      command: world.newId(),
      ...time(world),
      ...withReason,
      anyway: true,
    }),
  },
  withdraw: { ...commandPolicy('client'), specimen: sampleWith('pendingSessionId', withReason) },
  accept: commandPolicy('client'),
  acceptOnBehalf: commandPolicy('therapist'),
  decline: { ...commandPolicy('client'), specimen: sampleWith('sessionId', withReason) },
  move: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).sessionId,
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
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).sessionId,
      command: world.newId(),
      format: 'in-person',
      location: 'Room 2',
      videoUrl: null,
      revision: 0,
    }),
  },
  cancel: { ...commandPolicy('therapist'), specimen: sampleWith('sessionId', withReason) },
  cancelTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ids: [world.of(whose).sessionId], command: world.newId(), ...withReason }),
  },
  moveTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      moves: [{ id: world.of(whose).sessionId, startsAt: world.freeSlot() }],
      command: world.newId(),
      ...withReason,
    }),
  },
  restore: commandPolicy('therapist', 'calledOffSessionId'),
  complete: {
    ...commandPolicy('therapist', 'startedSessionId'),
    more: { absent: (world: World, whose: Whose) => [world.of(whose).clientId] },
  },
  noShow: commandPolicy('therapist', 'startedSessionId'),
  correct: commandPolicy('therapist', 'heldSessionId'),
  delete: { ...commandPolicy('therapist'), specimen: sampleWith('sessionId', withReason) },
} satisfies PolicyOf<Contract['session']>
