import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const messageSettingsPolicy = {
  own: therapistOnly,
  saveReadingHours: therapistOnly,
  saveAbsence: therapistOnly,
  endAbsence: therapistOnly,
  saveQuickReplies: therapistOnly,
  readingHoursOf: {
    ...clientOnly,
    // `sibling` is another client of the same therapist. The input names only the therapist, who is the same for both
    // clients.
    reach: { client: ['own', 'sibling'] },
  },
} satisfies FeaturePolicy<Contract['messageSettings']>
