import { contract } from '@attune/contract'
import { Id } from '@attune/contract/common/ids'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readAccessLogPage } from './access.queries.ts'

const on = implement(contract.access).$context<Context>()

export const accessHandlers = {
  mine: on.mine.handler(({ input: { readerId, after, limit }, context: { app, actor } }) => {
    if (after !== undefined && !Id.safeParse(after).success) throw notFound()
    return app.db.asActor(actor, async (tx) => {
      const lines = await readAccessLogPage(tx, { readerId, after, limit: limit + 1 })
      const items = lines.slice(0, limit)
      return { items, next: lines.length > limit ? (items.at(-1)?.id ?? null) : null }
    })
  }),
}
