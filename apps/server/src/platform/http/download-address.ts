import type { AccountId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { isSealOf, sealOf } from '../secrets/seal.ts'

type Deps = Pick<AppContext, 'secrets' | 'clock'>

/** A download that an account has requested. */
export type DownloadOrder = {
  /** The format, which is also the last segment of the address's path. */
  as: string
}

/** The time in seconds for which an address is valid. */
const validSeconds = 60

/** Returns an address below `path`, with which the account can download the ordered file once within one minute. */
export function downloadAddress(
  app: Deps,
  path: string,
  { accountId, order }: { accountId: AccountId; order: DownloadOrder },
): { url: string; expiresAt: string } {
  const until = Math.floor(app.clock.now().getTime() / 1000) + validSeconds
  const address = {
    reader: accountId,
    until: String(until),
    order: Buffer.from(JSON.stringify({ id: randomUUID(), order })).toString('base64url'),
  }
  const ordered = `${path}/${order.as}`
  const query = new URLSearchParams({ ...address, seal: sealOf(app, sealedText(ordered, address)) })
  return { url: `${ordered}?${query}`, expiresAt: new Date(until * 1000).toISOString() }
}

const Address = z.object({ reader: z.string(), until: z.string(), order: z.string(), seal: z.string() })

/**
 * Returns the account, the order and the signature of an address that this server signed and that has not expired; null for any other address. Each
 * address has a different signature.
 */
export function readDownloadAddress<Order extends DownloadOrder>(
  app: Deps,
  path: string,
  { as, query }: { as: string; query: unknown },
): { accountId: AccountId; order: Order; seal: string } | null {
  const { data: address } = Address.safeParse(query)
  if (!address || !isSealOf(app, sealedText(`${path}/${as}`, address), address.seal)) return null
  if (Number(address.until) * 1000 < app.clock.now().getTime()) return null
  // The signature proves that this server created the order, for this path.
  const { order } = JSON.parse(Buffer.from(address.order, 'base64url').toString()) as { order: Order }
  return { accountId: address.reader, order, seal: address.seal }
}

const sealedText = (path: string, { reader, until, order }: { reader: string; until: string; order: string }) =>
  `download ${path} ${reader} ${until} ${order}`
