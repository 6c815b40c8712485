import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { World } from '../../testing/world.ts'

const act = (who: 'therapist' | 'client', which: 'changeId' | 'counteredChangeId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[which], command: world.newId() }),
})

const withReason = (which: 'changeId' | 'counteredChangeId') => (world: World, whose: Whose) => ({
  id: world.of(whose)[which],
  command: world.newId(),
  reason: 'A journey',
})

export const changeRequestPolicy = {
  askMove: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.newId(),
      sessionId: world.of(whose).sessionId,
      startsAt: world.freeSlot(),
      durationMinutes: 50,
      reason: 'A journey',
    }),
  },
  askCancel: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.newId(), sessionId: world.of(whose).sessionId, reason: 'A journey' }),
  },
  withdraw: act('client', 'changeId'),
  accept: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ...act('therapist', 'changeId').specimen(world, whose), anyway: true }),
  },
  decline: { ...act('therapist', 'changeId'), specimen: withReason('changeId') },
  counter: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).changeId,
      command: world.newId(),
      startsAt: world.freeSlot(),
      durationMinutes: 50,
      reason: 'A free hour',
    }),
  },
  acceptCounter: act('client', 'counteredChangeId'),
  declineCounter: { ...act('client', 'counteredChangeId'), specimen: withReason('counteredChangeId') },
} satisfies PolicyOf<Contract['changeRequest']>
