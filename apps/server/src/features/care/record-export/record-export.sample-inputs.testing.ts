import type { Contract } from '@attune/contract'
import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'

const inputs = {
  names: {
    input: (context, whose) => ({
      clientId: context.fixturesOf(whose).clientId,
      parts: [...recordParts],
      from: null,
      until: null,
      withShared: true,
    }),
  },
  sharedParts: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  start: {
    input: (context, whose) => ({
      clientId: context.fixturesOf(whose).clientId,
      as: 'zip' as const,
      withShared: true,
      keptNames: 'all' as const,
      withGuardianAddresses: true,
      parts: [...recordParts],
      from: null,
      until: null,
    }),
  },
} satisfies SampleInputs<Contract['recordExport']>

export const recordExportSamples = { inputs }
