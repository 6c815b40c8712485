import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const diagnosisCodePolicy = { search: therapistOnly } satisfies FeaturePolicy<Contract['diagnosisCode']>
