import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  search: { input: () => ({ system: 'icd-10' as const, language: 'en' as const, search: 'anxiety' }) },
} satisfies SampleInputs<Contract['diagnosisCode']>

const rows = {
  diagnosis_code: ({ rowId }) => ({
    list: 'icd-11',
    language: 'fr',
    edition: 2000,
    code: rowId('diagnosis_code'),
    title: 'Made-up title',
    words: ' made up title',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  diagnosis_code: 'holds official lists, which the host loads',
} satisfies EmptyInDemo<typeof rows>

export const diagnosisCodeSamples = { inputs, rows, emptyInDemo }
