import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { readOwnHome } from './client-home.read.ts'

const on = implement(contract.clientHome).$context<Context>()

export const clientHomeHandlers = {
  get: on.get.handler(({ context }) => readOwnHome(context)),
}
