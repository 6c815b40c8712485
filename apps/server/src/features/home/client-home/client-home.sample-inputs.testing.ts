import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'

const inputs = { get: emptyInput } satisfies SampleInputs<Contract['clientHome']>

export const clientHomeSamples = { inputs }
