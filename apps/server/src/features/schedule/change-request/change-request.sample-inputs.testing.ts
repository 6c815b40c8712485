import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { Fixtures, TestContext } from '../../../testing/fixtures/test-context.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

type ChangeIdKey = Extract<keyof Fixtures, 'changeId' | 'counteredChangeId'>

/** Returns the input of a command on a change request: the id of the request and a command id. */
const commandOn = (key: ChangeIdKey) => ({
  input: (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose)[key], command: context.newId() }),
})
/** Returns the input of a command with further fields, such as a reason. */
const commandWith = <More extends object>(key: ChangeIdKey, more: More) => ({
  input: (context: TestContext, whose: Ownership) => ({ ...commandOn(key).input(context, whose), ...more }),
})
const reason = 'A journey'

const inputs = {
  askMove: {
    input: (context, whose) => ({
      id: context.newId(),
      sessionId: context.fixturesOf(whose).sessionId,
      startsAt: context.freeSlot(),
      durationMinutes: 50,
      reason,
    }),
  },
  askCancel: {
    input: (context, whose) => ({
      id: context.newId(),
      sessionId: context.fixturesOf(whose).sessionId,
      reason,
    }),
  },
  withdraw: commandOn('changeId'),
  accept: commandWith('changeId', { anyway: true }),
  decline: commandWith('changeId', { reason }),
  counter: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).changeId,
      command: context.newId(),
      startsAt: context.freeSlot(),
      durationMinutes: 50,
      reason: 'A free hour',
    }),
  },
  acceptCounter: commandOn('counteredChangeId'),
  declineCounter: commandWith('counteredChangeId', { reason }),
} satisfies SampleInputs<Contract['changeRequest']>

const rows = {
  change_request: ({ mark, therapistId, clientId, sessionId, rowId }) => ({
    id: rowId('change_request'),
    therapist_id: therapistId,
    session_id: sessionId,
    client_id: clientId,
    kind: 'cancel',
    reason: mark,
    original_starts_at: new Date(),
    original_ends_at: new Date(),
  }),
} satisfies Partial<SampleRows>

export const changeRequestSamples = { inputs, rows }
