import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

export const nativeAppSampleInputs = {
  address: { input: () => ({ address: '/api/invoice/1/pdf' }) },
  liveTicket: emptyInput,
} satisfies SampleInputs<Contract['nativeApp']>
