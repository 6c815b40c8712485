import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const payerOfClient = (context: TestContext, whose: Ownership) => {
  const { clientId, payerId } = context.fixturesOf(whose)
  return { id: clientId, payerId }
}
const namedPayer = (context: TestContext, whose: Ownership) => ({
  ...payerOfClient(context, whose),
  name: context.fixturesOf(whose).payerName,
})

const inputs = {
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).clientId }) },
  save: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).leavingClientId,
      version: 0,
      kind: 'client',
      contactId: null,
      name: '',
      street: 'Lindenstr. 1',
      postalCode: '10969',
      city: 'Berlin',
      region: '',
      country: 'DE',
      email: null,
      reference: '',
      buyerReference: '',
      taxId: '',
      organizationType: null,
      wantsDiagnosis: false,
      clientWantsDiagnosis: false,
    }),
  },
  recordAgreement: { input: (context, whose) => ({ ...namedPayer(context, whose), day: '2026-11-02' }) },
  saveSplit: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).clientId,
      withId: context.fixturesOf(whose).leavingClientId,
      rule: 'one-amount',
      amountMinor: '4000',
    }),
    // The matrix test replaces one of these ids at a time by an id of another owner.
    fields: {
      id: (context, whose) => context.fixturesOf(whose).clientId,
      withId: (context, whose) => context.fixturesOf(whose).leavingClientId,
    },
  },
  mine: emptyInput,
  agree: { input: namedPayer },
  withdraw: { input: payerOfClient },
} satisfies SampleInputs<Contract['payer']>

const rows = {
  payer: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('payer'),
    therapist_id: therapistId,
    client_id: clientId,
    kind: 'organization',
    name: mark,
    reference: mark,
  }),
  payer_split: ({ therapistId, clientId, otherClientId }) => {
    const [one = '', other = ''] = [clientId, otherClientId].toSorted()
    return { therapist_id: therapistId, one_id: one, other_id: other, rule: 'one' }
  },
} satisfies Partial<SampleRows>

const emptyInDemo = {
  payer_split: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const payerSamples = { inputs, rows, emptyInDemo }
