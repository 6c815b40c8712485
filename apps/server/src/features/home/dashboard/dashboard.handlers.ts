import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { hideFirstWeek } from '../../people/profile/profile.ts'
import { readFrame } from './dashboard.frame.ts'
import { readAttention } from './dashboard.attention.ts'
import { readOverview } from './dashboard.overview.ts'

const on = implement(contract.dashboard).$context<Context>()

export const dashboardHandlers = {
  frame: operation(on.frame, (tx, _input, now) => readFrame(tx, now)),

  get: on.get.handler(({ input, context }) => readOverview(context, input)),

  attention: operation(on.attention, async (tx, input, now) => ({ items: await readAttention(tx, input.kind, now) })),

  hideFirstWeek: operation(on.hideFirstWeek, async (tx, _input, now) => {
    await hideFirstWeek(tx, now)
    return { done: true as const }
  }),
}
