import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Tx } from '../../platform/database/actor.ts'
import type { Context } from '../../platform/policy/context.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { build } from '../../platform/database/actor.ts'
import { violates } from '../../platform/database/violation.ts'
import {
  clientPage,
  type Cursor,
  historyOf,
  myRecords,
  sessionById,
  sessionsBetween,
  therapistPage,
  toSession,
} from './session.queries.ts'
import { moveSession, planSession, takeStep } from './session.ts'
import { sql } from 'kysely'

const on = implement(contract.session).$context<Context>()
const longestLook = 62 * 24 * 60 * 60 * 1000

/** Runs one act and answers with the session as it is then, repeat or not. */
const acting = async ({ house, actor }: Context, id: string, act: (tx: Tx, now: Date) => Promise<void>) =>
  house.db.asActor(actor, async (tx) => {
    const now = house.clock.now()
    await act(tx, now)
    const row = await sessionById(tx, id)
    if (!row) throw notFound()
    return toSession(row, actor.role, now)
  })

export const sessionHandlers = {
  between: on.between.handler(async ({ input, context: { house, actor } }) => {
    const length = Date.parse(input.to) - Date.parse(input.from)
    if (!(length > 0 && length <= longestLook)) throw refuse('BAD_REQUEST', 400)
    const rows = await house.db.readAs(actor, sessionsBetween(actor, input.from, input.to).compile(build))
    return { items: rows.map((row) => toSession(row, actor.role, house.clock.now())) }
  }),

  list: on.list.handler(async ({ input, context: { house, actor } }) => {
    const now = house.clock.now()
    const page = { which: input.which, after: cursorOf(input.after), limit: input.limit + 1, now }
    const records = input.clientId ? sql`array[${input.clientId}]::uuid[]` : actor.role === 'client' ? myRecords : null
    const query = records ? clientPage(records, page) : therapistPage(actor, page)
    const rows = await house.db.readAs(actor, query.compile(build), 'index')
    const items = rows.slice(0, input.limit).map((row) => toSession(row, actor.role, now))
    const last = items.at(-1)
    return { items, next: rows.length > input.limit && last ? `${last.startsAt}_${last.id}` : null }
  }),

  get: on.get.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      const [row, history] = await Promise.all([sessionById(tx, input.id), historyOf(tx, input.id)])
      if (!row) throw notFound()
      return { session: toSession(row, actor.role, house.clock.now()), history: history as never }
    }),
  ),

  plan: on.plan.handler(({ input, context }) =>
    acting(context, input.id, (tx) => planSession(tx, input)).catch((error) => {
      throw violates(error, 'session_pkey') ? conflict() : error
    }),
  ),
  accept: on.accept.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => takeStep(tx, 'accept', input, now)),
  ),
  acceptOnBehalf: on.acceptOnBehalf.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => takeStep(tx, 'acceptOnBehalf', input, now)),
  ),
  decline: on.decline.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => takeStep(tx, 'decline', input, now)),
  ),
  move: on.move.handler(({ input, context }) => acting(context, input.id, (tx, now) => moveSession(tx, input, now))),
  cancel: on.cancel.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => takeStep(tx, 'cancel', input, now)),
  ),
}

/** The cursor is `<start>_<id>` of the last row; anything else is no cursor of ours. */
function cursorOf(after: string | undefined): Cursor | undefined {
  if (after === undefined) return undefined
  const [startsAt, id] = after.split('_')
  if (!startsAt || !id || Number.isNaN(Date.parse(startsAt)) || !/^[0-9a-f-]{36}$/.test(id))
    throw refuse('BAD_REQUEST', 400)
  return { startsAt, id }
}
