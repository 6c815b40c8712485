import type { Contract } from '@attune/contract'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  mine: emptyInput,
  save: { input: () => defaultTerms },
  of: {
    input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId }),
  },
} satisfies SampleInputs<Contract['terms']>

const rows = {
  session_terms: ({ mark, therapistId }) => ({
    therapist_id: therapistId,
    cancel_late_hours: 24,
    cancel_blocked_hours: 0,
    move_late_hours: 24,
    move_blocked_hours: 0,
    accept_early_cancels: false,
    propose_times: true,
    duration_minutes: 50,
    location: mark,
    remind_before: [1440],
  }),
} satisfies Partial<SampleRows>

export const termsSamples = { inputs, rows }
