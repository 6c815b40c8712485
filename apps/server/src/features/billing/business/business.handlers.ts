import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { removeLogo } from './business.logo.ts'
import { readOwnBusiness, readPaymentsAccess, saveBusiness, setPaymentsOn } from './business.ts'

const on = implement(contract.business).$context<Context>()

export const businessHandlers = {
  own: operation(on.own, (tx, _input, now) => readOwnBusiness(tx, now)),

  save: operation(on.save, saveBusiness),

  setOn: operation(on.setOn, (tx, input, now) => setPaymentsOn(tx, input.on, now)),

  removeLogo: operation(on.removeLogo, (tx, _input, now) => removeLogo(tx, now)),

  access: operation(on.access, readPaymentsAccess),
}
