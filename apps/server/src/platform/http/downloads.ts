import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { AppContext } from '../app-context.ts'
import type { RateLimiter } from '../auth/limit/rate-limit.ts'
import type { Login } from '../auth/login/login.ts'
import { type Caller, requireCaller } from './request/caller.ts'
import { type DownloadOrder, readDownloadAddress } from './download-address.ts'
import { type Download, sendDownload, sendRefusal } from './replies.ts'

type Role = NonNullable<Login['role']>

/** A type of download. Each address can be used once. */
type Downloads<Order extends DownloadOrder, Admitted extends Role> = {
  /** The path of the addresses, see `downloadAddress`. */
  path: string
  /** The roles of the accounts that can get an address. */
  roles: readonly Admitted[]
  /** Whether the caller must wait because all places for such downloads are in use. A caller who is refused can use the address again. */
  isBusy?: (caller: Caller<Admitted>, order: Order) => boolean
  /** Reads the data of the download and returns a function that starts it; null if the requested rows no longer exist. */
  prepare: (caller: Caller<Admitted>, order: Order) => Promise<(() => Download) | null>
}

type DownloadHttpRequest = FastifyRequest<{ Params: { as: string } }>

/** Each address can be used once. The limit applies for longer than the address is valid. */
const useLimit = { count: 1, seconds: 180 }

/** Mounts the route of downloads with addresses that are valid once. */
export function mountOneUseDownloads<Order extends DownloadOrder, Admitted extends Role>(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'log' | 'secrets'>,
  downloads: Downloads<Order, Admitted>,
): void {
  // The route has no HEAD route, because a HEAD request would use up the address and produce a file that no one reads.
  app.get(`${downloads.path}/:as`, { exposeHeadRoute: false }, (request, reply) =>
    sendOrdered(appContext, [request as DownloadHttpRequest, reply], downloads),
  )
}

async function sendOrdered<Order extends DownloadOrder, Admitted extends Role>(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'log' | 'secrets'>,
  [request, reply]: [DownloadHttpRequest, FastifyReply],
  { path, roles, isBusy, prepare }: Downloads<Order, Admitted>,
) {
  reply.header('cache-control', 'private, no-store')
  const address = readDownloadAddress<Order>(appContext, path, { as: request.params.as, query: request.query })
  if (!address) return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const { accountId, order, seal } = address
  const caller = await requireCaller(appContext, [request, reply], { roles, accountId })
  if (!caller) return reply
  const refuseBusy = () => sendRefusal(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  if (isBusy?.(caller, order)) return refuseBusy()
  const begun = await beginOnce(appContext.auth.rateLimit, seal, async () => {
    const begin = await prepare(caller, order)
    if (!begin) return 'missing'
    // Checks again, because another download may have begun while this one was prepared.
    return isBusy?.(caller, order) ? 'busy' : begin()
  })
  if (begun === 'used') return sendRefusal(request, reply, 403, 'FORBIDDEN')
  if (begun === 'missing') return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (begun === 'busy') return refuseBusy()
  if (begun.content instanceof Readable)
    begun.content.on('error', (error) =>
      appContext.log.warn('an export was not finished', { requestId: request.id, error }),
    )
  return sendDownload(reply, begun)
}

/**
 * Begins the download of an address, which uses up the address. If nothing begins, the address can be used again. Returns 'used' for an address that
 * another request has used or is using.
 */
async function beginOnce<Refused extends string>(
  rateLimit: RateLimiter,
  seal: string,
  begin: () => Promise<Download | Refused>,
): Promise<Download | Refused | 'used'> {
  const use = ['download-address', seal] as const
  const { allowed } = await rateLimit.hit(...use, useLimit)
  let begun: Download | Refused | 'used' = 'used'
  try {
    if (allowed) begun = await begin()
  } finally {
    if (typeof begun === 'string') await rateLimit.takeBack(...use)
  }
  return begun
}
