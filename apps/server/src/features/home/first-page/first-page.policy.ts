import type { Contract } from '@attune/contract'
import { anyone, type FeaturePolicy } from '../../../platform/policy/policy.ts'

// The page does not know the account before it has the response. For a login that is locked or lacks a factor, the response contains only the login.
export const firstPagePolicy = { get: { ...anyone, anyAccount: true } } satisfies FeaturePolicy<Contract['firstPage']>
