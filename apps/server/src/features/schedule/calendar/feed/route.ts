import type { AccountId } from '@attune/contract/common/ids'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import { languages } from '@attune/contract/common/text/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import { sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { feedFile } from './file.ts'
import { listClientFeedEntries, readFeedReader, listTherapistFeedEntries } from './queries.ts'
import { isFeedSecret } from './feed.ts'

type Address = { accountId: AccountId; file: string }
/** The rate limit of one feed. Several devices that each read the feed every few minutes need far fewer requests. */
const rateLimit = { count: 60, seconds: 600 }
const secretFile = /^([A-Za-z0-9_-]{43})\.ics$/

/**
 * Mounts the route that serves feeds to calendar apps without a login. The address contains the secret, so every
 * wrong address gets the same response.
 */
export function mountFeedRoute(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db' | 'secrets' | 'site'>,
): void {
  app.get<{ Params: Address }>('/calendar/:accountId/:file', async (request, reply) => {
    const feed = await feedAt(appContext, request.params)
    if (!feed) return sendRefusal(request, reply, 404, 'NOT_FOUND')
    const hit = await appContext.auth.rateLimit.hit('feed', feed.id, rateLimit)
    if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
    return send(request, reply, await contentOf(appContext, request.params.accountId, feed))
  })
}

type Feed = { id: AccountId; role: 'therapist' | 'client'; mode: FeedMode }

const worker = { role: 'worker', id: null } as const

async function feedAt(
  appContext: Pick<AppContext, 'db' | 'secrets'>,
  { accountId, file }: Address,
): Promise<Feed | null> {
  const secret = secretFile.exec(file)?.[1]
  if (!secret || !isUuid(accountId)) return null
  const { rows } = await appContext.db.asActor(worker, (tx) =>
    tx.run<{ feed_id: string; role: string; mode: FeedMode }>('select feed_id, role, mode from def.feed_of($1)', [
      accountId,
    ]),
  )
  const feed = rows[0]
  if (!feed || !isFeedSecret(appContext, accountId, feed.feed_id, secret)) return null
  if (feed.role !== 'therapist' && feed.role !== 'client') return null
  return { id: feed.feed_id, role: feed.role, mode: feed.mode }
}

async function contentOf(
  appContext: Pick<AppContext, 'clock' | 'db' | 'site'>,
  accountId: AccountId,
  { role, mode }: Feed,
): Promise<string> {
  const now = appContext.clock.now()
  await appContext.db.asActor(worker, (tx) => tx.run('select def.feed_fetched($1, $2)', [accountId, now]))
  const [entries, reader] = await appContext.db.asActor({ role, id: accountId }, (tx) =>
    Promise.all([
      role === 'therapist'
        ? listTherapistFeedEntries(tx, feedPeriodAt(now))
        : listClientFeedEntries(tx, feedPeriodAt(now)),
      readFeedReader(tx),
    ]),
  )
  const language = languages.find((known) => known === reader.language) ?? 'en'
  const hostname = new URL(appContext.site.origin()).hostname
  return feedFile(entries, mode, { role, language, zone: reader.zone, hostname })
}

/** Returns the period of a feed: from three months ago to twelve months ahead. */
function feedPeriodAt(now: Date) {
  const [from, to] = [new Date(now.getTime()), new Date(now.getTime())]
  from.setUTCMonth(from.getUTCMonth() - 3)
  to.setUTCMonth(to.getUTCMonth() + 12)
  return { from, to }
}

function send(request: FastifyRequest, reply: FastifyReply, content: string) {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('content-disposition', 'inline; filename="attune.ics"')
    .header('x-robots-tag', 'noindex')
    .type('text/calendar; charset=utf-8')
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(content)
}
