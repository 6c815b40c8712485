import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const held = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).heldClientId })
const one = (context: TestContext, whose: Ownership) => ({
  ...held(context, whose),
  id: context.fixturesOf(whose).recordHoldId,
})

const inputs = {
  ofClient: { input: held },
  placeHold: {
    input: (context, whose) => ({
      clientId: context.fixturesOf(whose).unheldClientId,
      id: context.newId(),
      reason: 'A court asked for it.',
    }),
  },
  renewHold: { input: one },
  endHold: { input: one },
  endings: { input: () => ({}) },
  confirmEndings: {
    input: (context, whose) => ({
      records: [{ clientId: context.fixturesOf(whose).endingClientId, keptUntil: '2131-01-01' }],
    }),
  },
  undoEnding: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).endingClientId }) },
  endingCounts: { input: () => ({}) },
  ofPractice: { input: () => ({}) },
  keepClosedRecords: { input: (context) => ({ id: context.newId() }) },
} satisfies SampleInputs<Contract['recordRetention']>

const rows = {
  record_ending: ({ therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    kept_until: '2131-01-01',
    listed_at: new Date(0),
    checked_on: '1970-01-01',
  }),
  record_ending_count: ({ therapistId }) => ({ therapist_id: therapistId, erased: 1 }),
  record_hold: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('record_hold'),
    therapist_id: therapistId,
    client_id: clientId,
    reason: mark,
    placed_at: new Date(0),
    until_on: '1971-01-01',
    ended_at: new Date(0),
    ending: 'ended',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  record_ending: 'needs records that are older than the year of the history',
  record_ending_count: 'needs records that are older than the year of the history',
} satisfies EmptyInDemo<typeof rows>

export const recordRetentionSamples = { inputs, rows, emptyInDemo }
