import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { notFound } from '../../platform/policy/refusal.ts'

const on = implement(contract.assistantConsent).$context<Context>()
const refused = () => {
  throw notFound()
}

export const assistantConsentHandlers = {
  list: on.list.handler(async () => ({ items: [] })),
  get: on.get.handler(refused),
  give: on.give.handler(refused),
  withdraw: on.withdraw.handler(refused),
}
