import type { guardianKept } from '@attune/contract/features/people/guardian/guardian.kept'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

// The policy matrix checks that guardians see these objects, so no input keeps them from guardians.
export const guardianKeptInputs = {
  keptSession: { input: (context, whose) => ({ id: context.fixturesOf(whose).sessionId }) },
  keepSession: {
    input: (context, whose) => {
      const { sessionId, clientId } = context.fixturesOf(whose)
      return { id: sessionId, clientId, isKept: false }
    },
    fields: { withLater: () => true },
  },
  keptInvoice: { input: (context, whose) => ({ id: context.fixturesOf(whose).issuedInvoiceId }) },
  keepInvoice: { input: (context, whose) => ({ id: context.fixturesOf(whose).issuedInvoiceId, isKept: false }) },
} satisfies SampleInputs<typeof guardianKept>
