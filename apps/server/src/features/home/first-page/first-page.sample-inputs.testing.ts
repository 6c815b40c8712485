import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'

const home = { from: '2026-06-15T00:00:00.000Z', to: '2026-06-16T00:00:00.000Z' }
const inputs = { get: { input: () => ({ role: 'therapist' as const, home, calendar: home }) } } satisfies SampleInputs<
  Contract['firstPage']
>

export const firstPageSamples = { inputs }
