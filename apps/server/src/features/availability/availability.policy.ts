import type { Contract } from '@attune/contract'
import { defaultBookingRules } from '@attune/contract/features/availability'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

const hours = { from: '09:00', until: '17:00', formats: ['video' as const], location: '' }
const window = { from: '2026-11-23', to: '2026-11-29', format: 'video' as const }
/** Long ago, so that it has no conflicts. */
const span = { startsAt: '2001-05-01T00:00:00.000Z', endsAt: '2001-05-08T00:00:00.000Z' }

export const availabilityPolicy = {
  mine: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  save: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultBookingRules, version: 0 }),
  },
  setDay: { who: ['therapist'], assurance: 'full', sampleInput: () => ({ day: '2031-05-01', ranges: [hours] }) },
  absences: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  absenceHits: { who: ['therapist'], assurance: 'full', sampleInput: () => span },
  saveAbsence: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({ id: world.newId(), title: 'Away', ...span, wholeDays: true }),
  },
  removeAbsence: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).absenceId }),
  },
  slots: {
    who: ['therapist', 'client'],
    assurance: 'full',
    // Two clients of one therapist see the same free times.
    reach: { client: ['own', 'sibling'] },
    sampleInput: (world, whose) => ({ therapistId: world.fixturesOf(whose).therapistId, ...window }),
    sampleFields: { durationMinutes: () => 80, sessionId: (world, whose) => world.fixturesOf(whose).sessionId },
  },
  preview: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultBookingRules, ...window }),
    sampleFields: { durationMinutes: () => 80 },
  },
} satisfies FeaturePolicy<Contract['availability']>
