import type { guardianCustody } from '@attune/contract/features/people/guardian/guardian.custody'
import { therapistOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

const changed = (action: string) => ({ action, resource: 'custody-note', change: 'own' }) as const

export const guardianCustodyPolicy = {
  custodyNotes: therapistOnly,
  saveCustodyNote: { ...therapistOnly, audited: changed('save') },
  removeCustodyNote: { ...therapistOnly, audited: changed('remove') },
} satisfies FeaturePolicy<typeof guardianCustody>
