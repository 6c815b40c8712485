import type { guardianForms } from '@attune/contract/features/people/guardian/guardian.forms'
import type { FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianFormsPolicy = {} satisfies FeaturePolicy<typeof guardianForms>
