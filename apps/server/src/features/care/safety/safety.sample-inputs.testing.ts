import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const samplePlan = {
  warningSigns: ['I stop answering the phone.'],
  whatHelps: ['A walk along the river.'],
  people: [{ name: 'Ines', phone: '+49 30 1234567' }],
  professionals: [],
  country: null,
}

const inputs = {
  plan: emptyInput,
  save: { input: () => ({ ...samplePlan, version: 0 }) },
  keepOffline: { input: () => ({ offline: false }) },
  share: {
    input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId, shared: true, turn: 1 }),
  },
  planOf: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).safetyPlanClientId }),
  },
  saveFor: {
    input: (context, whose) => ({
      ...samplePlan,
      clientId: context.fixturesOf(whose).safetyPlanClientId,
      version: 1,
    }),
  },
} satisfies SampleInputs<Contract['safety']>

const rows = {
  safety_plan: ({ mark, clientAccountId }) => ({
    account_id: clientAccountId,
    version: 1,
    warning_signs: [mark],
    what_helps: [mark],
    people: JSON.stringify([{ name: mark, phone: '' }]),
    professionals: JSON.stringify([{ name: mark, phone: '' }]),
  }),
  safety_plan_share: ({ therapistId, clientAccountId }) => ({ account_id: clientAccountId, therapist_id: therapistId }),
  safety_plan_turn: ({ therapistId, clientAccountId }) => ({
    account_id: clientAccountId,
    therapist_id: therapistId,
    turn: 1,
  }),
} satisfies Partial<SampleRows>

export const safetySamples = { inputs, rows }
