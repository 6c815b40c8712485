import type { Contract } from '@attune/contract'
import type { FeaturePolicy, Ownership } from '../../platform/policy/policy.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'

const act = (who: 'therapist' | 'client', which: 'changeId' | 'counteredChangeId') => ({
  who: [who],
  assurance: 'full' as const,
  sampleInput: (world: TestContext, whose: Ownership) => ({
    id: world.fixturesOf(whose)[which],
    command: world.newId(),
  }),
})

const withReason = (which: 'changeId' | 'counteredChangeId') => (world: TestContext, whose: Ownership) => ({
  id: world.fixturesOf(whose)[which],
  command: world.newId(),
  reason: 'A journey',
})

export const changeRequestPolicy = {
  askMove: {
    who: ['client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      sessionId: world.fixturesOf(whose).sessionId,
      startsAt: world.freeSlot(),
      durationMinutes: 50,
      reason: 'A journey',
    }),
  },
  askCancel: {
    who: ['client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      sessionId: world.fixturesOf(whose).sessionId,
      reason: 'A journey',
    }),
  },
  withdraw: act('client', 'changeId'),
  accept: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ ...act('therapist', 'changeId').sampleInput(world, whose), anyway: true }),
  },
  decline: { ...act('therapist', 'changeId'), sampleInput: withReason('changeId') },
  counter: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).changeId,
      command: world.newId(),
      startsAt: world.freeSlot(),
      durationMinutes: 50,
      reason: 'A free hour',
    }),
  },
  acceptCounter: act('client', 'counteredChangeId'),
  declineCounter: { ...act('client', 'counteredChangeId'), sampleInput: withReason('counteredChangeId') },
} satisfies FeaturePolicy<Contract['changeRequest']>
