import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const availabilityPolicy = {
  mine: therapistOnly,
  save: therapistOnly,
  setDay: therapistOnly,
  absences: therapistOnly,
  sessionsDuringTimeOff: therapistOnly,
  saveAbsence: { ...therapistOnly, limit: { perHour: 240 } },
  removeAbsence: therapistOnly,
  slots: {
    ...therapistOrClient,
    // Another client of the same therapist (`sibling`) may read the same free times, because the input names only the
    // therapist.
    reach: { client: ['own', 'sibling'] },
  },
  nextFree: therapistOnly,
  // Another client of the same therapist (`sibling`) may read the same hours, because the input names only the
  // therapist.
  hours: { ...clientOnly, reach: { client: ['own', 'sibling'] } },
  preview: therapistOnly,
} satisfies FeaturePolicy<Contract['availability']>
