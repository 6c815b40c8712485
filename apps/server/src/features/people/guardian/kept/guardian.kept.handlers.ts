import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { keepInvoice, readKeptInvoice } from './invoices.ts'
import { keepSession, readKeptSession } from './sessions.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianKeptHandlers = {
  keptSession: operation(on.keptSession, (tx, input, now) => readKeptSession(tx, input.id, now)),
  keepSession: operation(on.keepSession, keepSession),
  keptInvoice: operation(on.keptInvoice, (tx, input, now) => readKeptInvoice(tx, input.id, now)),
  keepInvoice: operation(on.keepInvoice, keepInvoice),
}
