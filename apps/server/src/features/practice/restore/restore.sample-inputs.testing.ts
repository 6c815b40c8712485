import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  held: emptyInput,
  decide: { input: (context) => ({ ids: [context.newId()], decision: 'drop' }) },
  heldOfPractice: emptyInput,
  decideForPractice: { input: () => ({ kind: 'push', decision: 'drop' }) },
} satisfies SampleInputs<Contract['restore']>

const rows = {
  held_item: ({ therapistId, rowId }) => ({
    id: rowId('held_item'),
    therapist_id: therapistId,
    kind: 'mail',
    item_id: rowId('held_item'),
    due_at: new Date(0),
  }),
  restored: ({ rowId }) => ({
    id: rowId('restored'),
    data_of: new Date(0),
    restored_at: new Date(0),
    hold_until: new Date(0),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  held_item: 'records an error or an erasure, which the history does not have',
  restored: 'records an error or an erasure, which the history does not have',
} satisfies EmptyInDemo<typeof rows>

export const restoreSamples = { inputs, rows, emptyInDemo }
