import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const sessionTypePolicy = {
  list: therapistOnly,
  add: {
    ...therapistOnly,
    limit: { perHour: 240 },
    audited: { action: 'add', resource: 'session-type', change: 'own' },
  },
  edit: { ...therapistOnly, audited: { action: 'edit', resource: 'session-type', change: 'own' } },
  setArchived: { ...therapistOnly, audited: { action: 'archive', resource: 'session-type', change: 'own' } },
  sort: therapistOnly,
  // Another client of the same therapist (`sibling`) may read the offered types, because the input names only the therapist.
  offered: { ...clientOnly, reach: { client: ['own', 'sibling'] } },
} satisfies FeaturePolicy<Contract['sessionType']>
