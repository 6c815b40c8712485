import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  find: { input: () => ({}) },
  start: { input: () => ({}) },
  download: { input: () => ({}) },
  remove: { input: () => ({}) },
  findRecords: { input: () => ({}) },
  startRecords: {
    input: () => ({
      parts: ['record'],
      from: null,
      until: null,
      withShared: false,
      withBundle: false,
      withGuardianAddresses: false,
    }),
  },
  downloadRecords: { input: () => ({}) },
  removeRecords: { input: () => ({}) },
} satisfies SampleInputs<Contract['personalExport']>

const rows = {
  personal_export: ({ clientAccountId }) => ({
    account_id: clientAccountId,
    id: clientAccountId,
    role: 'client',
    started_at: new Date(),
    key: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(12, 1),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  personal_export: 'is written by a job of the running product',
} satisfies EmptyInDemo<typeof rows>

export const personalExportSamples = { inputs, rows, emptyInDemo }
