import type { guardianKept } from '@attune/contract/features/people/guardian/guardian.kept'
import { therapistOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

const keep = (resource: string) =>
  ({ ...therapistOnly, audited: { action: 'keep-from-guardians', resource, change: 'own' } }) as const

export const guardianKeptPolicy = {
  keptSession: therapistOnly,
  keepSession: keep('session'),
  keptInvoice: therapistOnly,
  keepInvoice: keep('invoice'),
} satisfies FeaturePolicy<typeof guardianKept>
