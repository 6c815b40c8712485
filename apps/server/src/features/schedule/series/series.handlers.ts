import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { findSeries } from '../recurrence/recurrence.ts'
import { acceptSeries } from './answer/accept.ts'
import { cancelSeries } from './change/cancel.ts'
import { changeSeries, previewChange } from './change/change.ts'
import { readCreatedSessions, scheduleSeries, previewSeries } from './create/create.ts'
import {
  findSeriesOfCommand,
  findSeriesOfSession,
  type SeriesTemplate,
  type SessionSeriesRow,
  readSeriesWithCounts,
} from './series.queries.ts'

const on = implement(contract.series).$context<Context>()

const withTransaction = <T>({ app, actor }: Context, act: (tx: Tx, now: Date) => Promise<T>) =>
  app.db.asActor(actor, (tx) => act(tx, app.clock.now()))

/**
 * Refuses with CONFLICT if a series of another therapist has the id. The actor cannot read that series, so only the
 * constraint violation shows that the id is taken.
 */
const refuseTakenId = (error: unknown) => {
  throw violatesConstraint(error, 'series_pkey') ? conflict() : error
}

const readVisibleSeries = async (tx: Tx, row: SessionSeriesRow | undefined, now: Date) => {
  if (!row || row.kind !== 'session') throw notFound()
  return readSeriesWithCounts(tx, row, now)
}

export const seriesHandlers = {
  preview: operation(on.preview, previewSeries),

  create: on.create.handler(({ input, context }) =>
    withTransaction(context, async (tx, now) => {
      await scheduleSeries(tx, input, now)
      const { made, firstSessionId } = await readCreatedSessions(tx, input.id)
      return {
        series: await readVisibleSeries(tx, await findSeries<SeriesTemplate>(tx, input.id), now),
        made,
        firstSessionId,
      }
    }).catch(refuseTakenId),
  ),

  get: operation(on.get, async (tx, input, now) =>
    readVisibleSeries(tx, await findSeries<SeriesTemplate>(tx, input.id), now),
  ),

  previewChange: operation(on.previewChange, previewChange),

  change: on.change.handler(({ input, context }) =>
    withTransaction(context, async (tx, now) => {
      const before = await findSeriesOfSession(tx, input.sessionId)
      const changed = await changeSeries(tx, input, now)
      // If the change splits the series, the new series has the id of the command. Otherwise the series keeps its id.
      // The last fallback is needed if the session no longer belongs to the series.
      const series =
        (await findSeries<SeriesTemplate>(tx, input.command)) ??
        (await findSeriesOfCommand(tx, input.command)) ??
        (before && (await findSeries<SeriesTemplate>(tx, before.id)))
      return { series: await readVisibleSeries(tx, series, now), changed }
    }).catch(refuseTakenId),
  ),

  cancel: operation(on.cancel, async (tx, input, now) => ({ cancelled: await cancelSeries(tx, input, now) })),

  accept: operation(on.accept, async (tx, input, now) => ({ accepted: await acceptSeries(tx, input, now) })),
}
