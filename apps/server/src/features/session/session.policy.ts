import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const act = (who: 'therapist' | 'client') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (
    world: Parameters<PolicyOf<Contract['session']>['accept']['specimen']>[0],
    whose: 'own' | 'sibling' | 'other' | 'unknown',
  ) => ({
    id: world.of(whose).sessionId,
    command: world.newId(),
  }),
})

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
  get: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).sessionId }),
  },
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
  accept: act('client'),
  acceptOnBehalf: act('therapist'),
  decline: act('client'),
  move: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.of(whose).sessionId,
      command: world.newId(),
      startsAt: world.freeSlot(),
      durationMinutes: 50,
    }),
  },
  cancel: act('therapist'),
} satisfies PolicyOf<Contract['session']>
