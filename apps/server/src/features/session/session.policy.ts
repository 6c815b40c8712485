import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { Things, World } from '../../testing/world.ts'

type Which = Extract<keyof Things, `${string}essionId`>

const act = (who: 'therapist' | 'client', which: Which = 'sessionId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[which], command: world.newId() }),
})

const withWords =
  <Words extends object>(which: Which, words: Words) =>
  (world: World, whose: Whose) => ({ ...act('therapist', which).specimen(world, whose), ...words })

const said = { reason: 'A journey' }
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
    // Two clients of one therapist may ask the same one.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({
      id: world.newId(),
      therapistId: world.of(whose).therapistId,
      ...time(world),
      format: 'video',
      message: 'After work, please.',
    }),
  },
  confirm: { ...act('therapist'), specimen: withWords('pendingSessionId', { anyway: true }) },
  deny: { ...act('therapist'), specimen: withWords('pendingSessionId', said) },
  counter: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).pendingSessionId,
      command: world.newId(),
      ...time(world),
      ...said,
      anyway: true,
    }),
  },
  withdraw: { ...act('client'), specimen: withWords('pendingSessionId', said) },
  accept: act('client'),
  acceptOnBehalf: act('therapist'),
  decline: { ...act('client'), specimen: withWords('sessionId', said) },
  move: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).sessionId,
      command: world.newId(),
      ...time(world),
      ...said,
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
  cancel: { ...act('therapist'), specimen: withWords('sessionId', said) },
  cancelTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ids: [world.of(whose).sessionId], command: world.newId(), ...said }),
  },
  moveTogether: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      moves: [{ id: world.of(whose).sessionId, startsAt: world.freeSlot() }],
      command: world.newId(),
      ...said,
    }),
  },
  restore: act('therapist', 'calledOffSessionId'),
  complete: {
    ...act('therapist', 'startedSessionId'),
    more: { absent: (world: World, whose: Whose) => [world.of(whose).clientId] },
  },
  noShow: act('therapist', 'startedSessionId'),
  correct: act('therapist', 'heldSessionId'),
  delete: { ...act('therapist'), specimen: withWords('sessionId', said) },
} satisfies PolicyOf<Contract['session']>
