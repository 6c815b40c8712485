import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'
import { enteredBusiness, noBusiness } from './business.fields.ts'

const logoSha = 'a'.repeat(64)

const inputs = {
  own: emptyInput,
  // The settings are always the same, so that a second call is a repeat.
  save: { input: () => ({ version: 0, fields: { ...enteredBusiness(noBusiness('')), name: 'Lindqvist' } }) },
  setOn: { input: () => ({ on: false }) },
  removeLogo: emptyInput,
  access: emptyInput,
} satisfies SampleInputs<Contract['business']>

const rows = {
  business_logo: ({ mark, therapistId }) => ({
    therapist_id: therapistId,
    sha256: logoSha,
    mime: 'image/png',
    bytes: Buffer.from(mark),
  }),
  business: ({ mark, therapistId }) => ({
    therapist_id: therapistId,
    name: mark,
    street: mark,
    footer: mark,
    logo_sha: logoSha,
    version: 1,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  business_logo: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const businessSamples = { inputs, rows, emptyInDemo }
