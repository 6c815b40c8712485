import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  names: { input: () => ({ query: 'a' }) },
  texts: { input: () => ({ query: 'canary' }) },
} satisfies SampleInputs<Contract['search']>

const rows = {
  search_name: ({ mark, therapistId, rowId, clientId }) => ({
    account_id: therapistId,
    kind: 'client',
    id: rowId('search_name'),
    client_id: clientId,
    at: new Date(),
    words: `'${mark.slice(0, 40)}'`,
  }),
  search_text: ({ mark, therapistId, rowId, clientId }) => ({
    account_id: therapistId,
    kind: 'note',
    id: rowId('search_text'),
    client_id: clientId,
    at: new Date(),
    words: `'${mark.slice(0, 40)}'`,
  }),
} satisfies Partial<SampleRows>

export const searchSamples = { inputs, rows }
