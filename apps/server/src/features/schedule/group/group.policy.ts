import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const groupPolicy = {
  list: therapistOnly,
  get: therapistOnly,
  create: {
    ...therapistOnly,
    limit: { perHour: 120 },
    audited: { action: 'add', resource: 'group', change: 'own' },
  },
  edit: { ...therapistOnly, audited: { action: 'edit', resource: 'group', change: 'own' } },
  setArchived: { ...therapistOnly, audited: { action: 'archive', resource: 'group', change: 'own' } },
  addMember: {
    ...therapistOnly,
    limit: { perHour: 240 },
    audited: { action: 'add', resource: 'group-member', change: 'own' },
  },
  memberNotes: therapistOnly,
  removeMember: { ...therapistOnly, audited: { action: 'remove', resource: 'group-member', change: 'own' } },
} satisfies FeaturePolicy<Contract['group']>
