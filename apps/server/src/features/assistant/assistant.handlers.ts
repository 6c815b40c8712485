import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { notFound } from '../../platform/policy/refusal.ts'

const on = implement(contract.assistant).$context<Context>()
const refused = () => {
  throw notFound()
}

export const assistantHandlers = {
  status: on.status.handler(async () => ({ offered: null, switchedOnAt: null, pausedUntil: null, wordsLeft: 0 })),
  switchOn: on.switchOn.handler(refused),
  switchOff: on.switchOff.handler(async () => ({ done: true as const })),
  sources: on.sources.handler(refused),
  source: on.source.handler(refused),
  preview: on.preview.handler(refused),
  ask: on.ask.handler(refused),
  drafts: on.drafts.handler(refused),
  deleteDraft: on.deleteDraft.handler(refused),
  accept: on.accept.handler(refused),
}
