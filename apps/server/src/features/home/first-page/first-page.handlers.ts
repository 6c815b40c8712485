import { contract } from '@attune/contract'
import type { FirstPage } from '@attune/contract/features/home/first-page/first-page'
import { implement } from '@orpc/server'
import { missingAssurance } from '../../../platform/auth/login/login.ts'
import type { Context } from '../../../platform/policy/context.ts'
import type { Span } from '../../../platform/policy/span.ts'
import { loginViewOf } from '../../people/login/login.ts'
import { readCalendarContent } from '../../schedule/calendar/calendar.ts'
import { readSessionsBetween } from '../../schedule/session/session.ts'
import { readOwnHome } from '../client-home/client-home.ts'
import { readFrame, readOverview } from '../dashboard/dashboard.ts'

const on = implement(contract.firstPage).$context<Context>()

type Parts = Omit<FirstPage, 'login'>
const noParts: Parts = { frame: null, clientHome: null, overview: null, sessions: null, calendar: null }

export const firstPageHandlers = {
  get: on.get.handler(async ({ input: { role, home, calendar }, context }) => {
    const { login } = context
    if (!login) return { login: null, ...noParts }
    const isOpen = login.role === role && !login.isLocked && missingAssurance(login) === null
    return { login: loginViewOf(login), ...(isOpen ? await readParts(context, home, calendar) : noParts) }
  }),
}

async function readParts(context: Context, home: Span | null, span: Span | undefined): Promise<Parts> {
  const { app, actor } = context
  const [frame, clientHome, overview, sessions, calendar] = await Promise.all([
    orNull(
      context,
      app.db.asActor(actor, (tx) => readFrame(tx, app.clock.now())),
    ),
    home && actor.role === 'client' ? orNull(context, readOwnHome(context)) : null,
    home && actor.role === 'therapist' ? orNull(context, readOverview(context, home)) : null,
    span && actor.role !== 'admin' ? orNull(context, readSessionsBetween(context, span)) : null,
    span && actor.role === 'therapist'
      ? orNull(context, readCalendarContent(context, { startsAt: span.from, endsAt: span.to }))
      : null,
  ])
  return { frame, clientHome, overview, sessions, calendar }
}

/**
 * Returns a part of the first page; null if it cannot be read. The app then requests this part separately, and shows the reason if that also fails.
 */
async function orNull<T>({ app, requestId }: Context, part: Promise<T>): Promise<T | null> {
  try {
    return await part
  } catch (error) {
    app.log.warn('a part of the first page could not be read', { requestId, error })
    return null
  }
}
