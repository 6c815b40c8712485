import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { readSessionPrep } from './session-prep.ts'

const on = implement(contract.sessionPrep).$context<Context>()

export const sessionPrepHandlers = {
  get: operation(on.get, readSessionPrep),
}
