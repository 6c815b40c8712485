import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const sessionTypePolicy = {
  list: therapistOnly,
  add: { ...therapistOnly, limit: { perHour: 240 }, audited: { action: 'add', thing: 'session-type', change: 'own' } },
  edit: { ...therapistOnly, audited: { action: 'edit', thing: 'session-type', change: 'own' } },
  setArchived: { ...therapistOnly, audited: { action: 'archive', thing: 'session-type', change: 'own' } },
  sort: therapistOnly,
  // Another client of the same therapist (`sibling`) may read the offered types, because the input names only the therapist.
  offered: { ...clientOnly, reach: { client: ['own', 'sibling'] } },
} satisfies FeaturePolicy<Contract['sessionType']>
