import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'

export const clientHomeSampleInputs = { get: emptyInput } satisfies SampleInputs<Contract['clientHome']>
