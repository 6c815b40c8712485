import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const content = {
  code: '870',
  text: 'Behavioral therapy',
  minutes: 50,
  priceMinor: '10055',
  currency: 'EUR',
  taxRateBp: null,
  defaultFormat: null,
  place: '',
}

const inputs = {
  list: emptyInput,
  add: { input: (context) => ({ id: context.newId(), ...content }) },
  edit: { input: (context, whose) => ({ id: context.fixturesOf(whose).serviceId, version: 1, ...content }) },
  setArchived: { input: (context, whose) => ({ id: context.fixturesOf(whose).serviceId, isArchived: true }) },
  pricesOf: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  savePrice: {
    input: (context, whose) => {
      const { clientId, serviceId } = context.fixturesOf(whose)
      return { clientId, serviceId, priceMinor: '8000' }
    },
    // The matrix test replaces one of these ids at a time by an id of another owner.
    fields: {
      clientId: (context, whose) => context.fixturesOf(whose).clientId,
      serviceId: (context, whose) => context.fixturesOf(whose).serviceId,
    },
  },
} satisfies SampleInputs<Contract['service']>

const rows = {
  service: ({ mark, therapistId, rowId }) => ({
    id: rowId('service'),
    therapist_id: therapistId,
    text: mark,
    price_minor: 10_055,
    currency: 'EUR',
  }),
  service_price: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    service_id: rowId('service'),
    client_id: clientId,
    price_minor: 8000,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  service_price: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const serviceSamples = { inputs, rows, emptyInDemo }
