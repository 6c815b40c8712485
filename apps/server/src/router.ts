import { contract, type Contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { features } from './features.ts'
import { collectParts } from './platform/feature.ts'
import { isRead } from './request-groups.ts'
import type { RequestContext } from './platform/policy/context.ts'
import { type EnsureProfile, checkPolicyTable, authorize } from './platform/policy/authorize.ts'
import type { FeaturePolicy } from './platform/policy/policy.ts'

/** The policies of all features. A procedure without a policy is a type error, and the server refuses to start. */
export const policies = collectParts(features, 'policy')
const handlers = collectParts(features, 'handlers')

/** A policy for each feature of the contract. A feature whose procedures the contract does not list causes a type error here. */
type FeaturePolicies = { [Name in keyof Contract]: FeaturePolicy<Contract[Name]> } & {
  [Name in Exclude<keyof typeof policies, keyof Contract>]: never
}

/** All procedures of the contract, with authorization. Throws if the policies and the contract differ. */
export function createRouter(arrive: EnsureProfile) {
  const table = checkPolicyTable(contract, policies satisfies FeaturePolicies)
  return implement(contract)
    .$context<RequestContext>()
    .use(authorize(table, arrive, isRead))
    .router(handlers)
}
