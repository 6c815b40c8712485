import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { renewGuardian } from './guardian.age.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianAgeHandlers = {
  renew: operation(on.renew, async (tx, input, now) => {
    await renewGuardian(tx, input, now)
    return { done: true as const }
  }),
  renewOnWord: operation(on.renewOnWord, async (tx, input, now) => {
    await renewGuardian(tx, input, now)
    return { done: true as const }
  }),
}
