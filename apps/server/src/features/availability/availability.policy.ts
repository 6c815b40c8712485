import type { Contract } from '@attune/contract'
import { defaultRules } from '@attune/contract/features/availability'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const hours = { from: '09:00', until: '17:00', formats: ['video' as const], location: '' }
const window = { from: '2026-11-23', to: '2026-11-29', format: 'video' as const }
/** Long ago, so that it has no conflicts. */
const span = { startsAt: '2001-05-01T00:00:00.000Z', endsAt: '2001-05-08T00:00:00.000Z' }

export const availabilityPolicy = {
  mine: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  save: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultRules, version: 0 }),
  },
  setDay: { who: ['therapist'], strength: 'full', specimen: () => ({ day: '2031-05-01', ranges: [hours] }) },
  absences: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  absenceHits: { who: ['therapist'], strength: 'full', specimen: () => span },
  saveAbsence: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({ id: world.newId(), title: 'Away', ...span, wholeDays: true }),
  },
  removeAbsence: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).absenceId }),
  },
  slots: {
    who: ['therapist', 'client'],
    strength: 'full',
    // Two clients of one therapist see the same free times.
    reach: { client: ['own', 'sibling'] },
    specimen: (world, whose) => ({ therapistId: world.of(whose).therapistId, ...window }),
    more: { durationMinutes: () => 80, sessionId: (world, whose) => world.of(whose).sessionId },
  },
  preview: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({ weekly: [{ weekday: 2, ...hours }], rules: defaultRules, ...window }),
    more: { durationMinutes: () => 80 },
  },
} satisfies PolicyOf<Contract['availability']>
