import type { Overview } from '@attune/contract/features/home/dashboard/dashboard'
import {
  attentionKinds,
  attentionLimits,
  waitingKinds,
  type AttentionKind,
} from '@attune/contract/features/home/dashboard/dashboard.rules'
import { ORPCError } from '@orpc/server'
import { isLoginChanged, isUnavailable, type Db, type Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { requireSpan, type Span } from '../../../platform/policy/span.ts'
import { readDay } from './dashboard.day.ts'
import { findFirstWeek } from './dashboard.first-week.ts'
import { attentionSources } from './dashboard.attention.ts'

/** The kinds that need the therapist, most urgent first. */
const needKinds = attentionKinds.filter((kind) => !waitingKinds.includes(kind))

const noDay = { sessions: [], next: null, hasClients: true }

type Question = { span: Span; now: Date; hasAddress: boolean }

/** Runs one read of the overview, either in the shared transaction or in a separate one. */
type Read = <T>(part: string, read: (tx: Tx) => Promise<T>, ifFailed: T) => Promise<T>

/**
 * Reads the content of the acting therapist's dashboard in one transaction. If that fails, reads each part in a separate transaction, so that only
 * the failing parts are missing; `failed` lists them. Throws if the database is unavailable, if the login has changed, or if every part fails.
 * Refuses with BAD_REQUEST if the span is empty or longer than 62 days.
 */
export async function readOverview({ app, actor }: Context, span: Span): Promise<Overview> {
  requireSpan(span)
  const question = { span, now: app.clock.now(), hasAddress: app.site.publicOrigin() !== null }
  try {
    return await app.db.asActor(actor, (tx) => overviewOf((_, read) => read(tx), question))
  } catch (error) {
    if (isUnavailable(error) || isLoginChanged(error) || error instanceof ORPCError) throw error
    return readByParts({ app, actor }, question, error)
  }
}

async function readByParts(
  { app, actor }: Pick<Context, 'actor'> & { app: { db: Db; log: Context['app']['log'] } },
  question: Question,
  cause: unknown,
): Promise<Overview> {
  const failed = new Set<string>()
  let count = 0
  const readAlone: Read = async (part, read, ifFailed) => {
    count += 1
    try {
      return await app.db.asActor(actor, read)
    } catch (error) {
      app.log.error('a part of the dashboard could not be read', { code: part, error })
      failed.add(part)
      return ifFailed
    }
  }
  const overview = await overviewOf(readAlone, question)
  if (failed.size === count) throw cause
  return {
    ...overview,
    dayFailed: failed.has('day'),
    attention: { ...overview.attention, failed: needKinds.filter((kind) => failed.has(kind)) },
    waiting: { ...overview.waiting, failed: waitingKinds.filter((kind) => failed.has(kind)) },
  }
}

async function overviewOf(read: Read, { span, now, hasAddress }: Question): Promise<Overview> {
  const [day, firstWeek, found] = await Promise.all([
    read('day', (tx) => readDay(tx, span, now), noDay),
    read('first week', (tx) => findFirstWeek(tx, hasAddress), null),
    Promise.all(
      attentionKinds.map(async (kind) => ({
        kind,
        ...(await read(kind, (tx) => attentionSources[kind](tx, { limit: attentionLimits.all, now }), {
          items: [],
          count: 0,
        })),
      })),
    ),
  ])
  const listOf = (kinds: readonly AttentionKind[]) => {
    const chosen = found.filter(({ kind, count }) => count > 0 && kinds.includes(kind))
    const items = chosen.flatMap((ofKind) => ofKind.items).slice(0, attentionLimits.all)
    return { items, counts: chosen.map(({ kind, count }) => ({ kind, count })), failed: [] }
  }
  return {
    ...day,
    dayFailed: false,
    firstWeek,
    attention: listOf(needKinds),
    waiting: listOf(waitingKinds),
  }
}
