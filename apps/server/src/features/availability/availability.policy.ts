import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const availabilityPolicy = {
  mine: therapistOnly,
  save: therapistOnly,
  setDay: therapistOnly,
  absences: therapistOnly,
  absenceHits: therapistOnly,
  saveAbsence: therapistOnly,
  removeAbsence: therapistOnly,
  slots: {
    ...therapistOrClient,
    // A client may ask for a therapist who also treats another client: both clients see the same free times.
    reach: { client: ['own', 'sibling'] },
  },
  // A client can read the hours of the same therapists as with `slots`.
  hours: { ...clientOnly, reach: { client: ['own', 'sibling'] } },
  preview: therapistOnly,
} satisfies FeaturePolicy<Contract['availability']>
