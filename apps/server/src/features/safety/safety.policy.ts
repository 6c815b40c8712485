import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

const samplePlan = {
  warningSigns: ['I stop answering the phone.'],
  whatHelps: ['A walk along the river.'],
  people: [{ name: 'Ines', phone: '+49 30 1234567' }],
  professionals: [],
  country: null,
}
const opens = { resource: 'safety-plan', subject: 'client' } as const

export const safetyPolicy = {
  plan: { who: ['client'], assurance: 'full', sampleInput: () => ({}) },
  save: { who: ['client'], assurance: 'full', sampleInput: () => ({ ...samplePlan, version: 0 }) },
  keepOffline: { who: ['client'], assurance: 'full', sampleInput: () => ({ offline: false }) },
  share: {
    who: ['client'],
    assurance: 'full',
    // Two clients of one therapist may each share their own plan with that therapist.
    reach: { client: ['own', 'sibling'] },
    sampleInput: (world, whose) => ({ therapistId: world.fixturesOf(whose).therapistId, shared: true, turn: 1 }),
  },
  planOf: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: { ...opens, when: ({ plan }) => plan !== null },
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).safetyPlanClientId }),
  },
  saveFor: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: opens,
    sampleInput: (world, whose) => ({
      ...samplePlan,
      clientId: world.fixturesOf(whose).safetyPlanClientId,
      version: 1,
    }),
  },
} satisfies FeaturePolicy<Contract['safety']>
