import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { listOwnGuardians } from './guardian.client.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianClientHandlers = {
  mine: operation(on.mine, async (tx, _input, now) => ({ items: await listOwnGuardians(tx, now) })),
}
