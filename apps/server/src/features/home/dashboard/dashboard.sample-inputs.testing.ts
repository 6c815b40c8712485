import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'

const inputs = {
  frame: emptyInput,
  get: { input: () => ({ from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }) },
  attention: { input: () => ({ kind: 'note' as const }) },
  hideFirstWeek: emptyInput,
} satisfies SampleInputs<Contract['dashboard']>

export const dashboardSamples = { inputs }
