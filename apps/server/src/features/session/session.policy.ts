import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { Things, World } from '../../testing/world.ts'

type Which = Extract<keyof Things, `${string}essionId`>

const act = (who: 'therapist' | 'client', which: Which = 'sessionId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[which], command: world.newId() }),
})

const time = (world: World) => ({ startsAt: world.freeSlot(), durationMinutes: 50 })

export const sessionPolicy = {
  between: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: () => ({ from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }),
  },
  list: {
    who: ['therapist', 'client'],
    strength: 'full',
    foreign: 'empty',
    specimen: (world, whose) => ({ which: 'upcoming', clientId: world.of(whose).clientId }),
  },
  counts: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
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
      format: 'video',
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
      format: 'in-person',
      outcome: 'completed',
    }),
  },
  request: {
    who: ['client'],
    strength: 'full',
    // Two clients of one therapist may ask the same one.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({
      id: world.newId(),
      therapistId: world.of(whose).therapistId,
      ...time(world),
      format: 'video',
    }),
  },
  confirm: act('therapist', 'pendingSessionId'),
  deny: act('therapist', 'pendingSessionId'),
  counter: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).pendingSessionId, command: world.newId(), ...time(world) }),
  },
  withdraw: act('client', 'pendingSessionId'),
  accept: act('client'),
  acceptOnBehalf: act('therapist'),
  decline: act('client'),
  move: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).sessionId, command: world.newId(), ...time(world) }),
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
  cancel: act('therapist'),
  cancelTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ids: [world.of(whose).sessionId], command: world.newId() }),
  },
  moveTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      moves: [{ id: world.of(whose).sessionId, startsAt: world.freeSlot() }],
      command: world.newId(),
    }),
  },
  restore: act('therapist', 'calledOffSessionId'),
  complete: act('therapist', 'startedSessionId'),
  noShow: act('therapist', 'startedSessionId'),
  correct: act('therapist', 'heldSessionId'),
  delete: act('therapist'),
} satisfies PolicyOf<Contract['session']>
