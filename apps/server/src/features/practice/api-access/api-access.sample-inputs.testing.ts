import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  get: emptyInput,
  allowOrigin: { input: () => ({ origin: 'https://app.practice.example' }) },
  removeOrigin: { input: () => ({ origin: 'https://app.practice.example' }) },
  saveLimit: { input: () => ({ group: 'writes', limit: 300 }) },
} satisfies SampleInputs<Contract['apiAccess']>

const rows = {
  request_count: ({ rowId }) => ({
    // Each practice has a different minute, because the minute is part of the key.
    minute: new Date(Number.parseInt(rowId('request_count').slice(0, 8), 16) * 60_000),
    request_group: 'reads',
    requests: 1,
    refused: 0,
    highest: 1,
  }),
} satisfies Partial<SampleRows>

export const apiAccessSamples = { inputs, rows }
