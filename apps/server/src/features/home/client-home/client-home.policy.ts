import type { Contract } from '@attune/contract'
import { clientOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const clientHomePolicy = { get: clientOnly } satisfies FeaturePolicy<Contract['clientHome']>
