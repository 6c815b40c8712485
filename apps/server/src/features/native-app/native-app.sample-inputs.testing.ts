import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

export const nativeAppSampleInputs = {
  liveTicket: emptyInput,
} satisfies SampleInputs<Contract['nativeApp']>
