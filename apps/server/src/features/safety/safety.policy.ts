import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const samplePlan = {
  warningSigns: ['I stop answering the phone.'],
  whatHelps: ['A walk along the river.'],
  people: [{ name: 'Ines', phone: '+49 30 1234567' }],
  professionals: [],
  country: null,
}
const opens = { thing: 'safety-plan', of: 'client' } as const

export const safetyPolicy = {
  plan: { who: ['client'], strength: 'full', specimen: () => ({}) },
  save: { who: ['client'], strength: 'full', specimen: () => ({ ...samplePlan, version: 0 }) },
  keepOffline: { who: ['client'], strength: 'full', specimen: () => ({ offline: false }) },
  share: {
    who: ['client'],
    strength: 'full',
    // Two clients of one therapist may each share their own plan with that therapist.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({ therapistId: world.of(whose).therapistId, shared: true, turn: 1 }),
  },
  planOf: {
    who: ['therapist'],
    strength: 'full',
    opens: { ...opens, where: ({ plan }) => plan !== null },
    specimen: (world, whose) => ({ clientId: world.of(whose).plannedClientId }),
  },
  saveFor: {
    who: ['therapist'],
    strength: 'full',
    opens,
    specimen: (world, whose) => ({ ...samplePlan, clientId: world.of(whose).plannedClientId, version: 1 }),
  },
} satisfies PolicyOf<Contract['safety']>
