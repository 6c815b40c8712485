import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { World } from '../../testing/world.ts'

const act = (who: 'therapist' | 'client', which: 'changeId' | 'counteredChangeId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[which], command: world.newId() }),
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
    }),
  },
  askCancel: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.newId(), sessionId: world.of(whose).sessionId }),
  },
  withdraw: act('client', 'changeId'),
  accept: act('therapist', 'changeId'),
  decline: act('therapist', 'changeId'),
  counter: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).changeId,
      command: world.newId(),
      startsAt: world.freeSlot(),
      durationMinutes: 50,
    }),
  },
  acceptCounter: act('client', 'counteredChangeId'),
  declineCounter: act('client', 'counteredChangeId'),
} satisfies PolicyOf<Contract['changeRequest']>
