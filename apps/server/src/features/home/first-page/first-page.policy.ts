import type { Contract } from '@attune/contract'
import { anyone, type FeaturePolicy } from '../../../platform/policy/policy.ts'

// The page does not know the account before it has the answer. Only the login is answered while it is locked or lacks a factor.
export const firstPagePolicy = { get: { ...anyone, anyAccount: true } } satisfies FeaturePolicy<Contract['firstPage']>
