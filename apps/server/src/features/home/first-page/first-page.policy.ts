import type { Contract } from '@attune/contract'
import { anyone, type FeaturePolicy } from '../../../platform/policy/policy.ts'

// The page gets the active account only with the response, hence `anyAccount`. For a login that is locked or lacks a factor, the response contains
// only the login.
export const firstPagePolicy = { get: { ...anyone, anyAccount: true } } satisfies FeaturePolicy<Contract['firstPage']>
