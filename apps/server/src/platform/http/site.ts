import type { Config } from '../config.ts'
import { isLoopback } from '../address.ts'
import type { Db } from '../database/actor.ts'

/** The public address of the product, and the public key that the app sends with its API calls. */
export type Site = {
  /** The origin used in links; the loopback address until a public one is configured. */
  origin(): string
  /** The origin from the environment or the settings; null if neither names one. */
  publicOrigin(): string | null
  key(): string
  /** Reads the settings again; call it after changing them. */
  refresh(): Promise<void>
  /** Whether `key` is the public key. Reads the settings again for an unknown key, as another process may have just rotated it. */
  isKey(key: string): Promise<boolean>
  isLoopback(): boolean
  setLocalAddress(origin: string): void
  close(): void
}

/** Settings are read again at this interval, as another process may change them. */
const refreshMilliseconds = 15_000
/** Minimum time between two reads caused by unknown keys. */
const rereadMilliseconds = 1_000

export async function openSite(config: Config, db: Db): Promise<Site> {
  let key = ''
  let setting: string | null = null
  let local = `http://localhost:${config.port}`
  let readAt = 0

  async function refresh() {
    readAt = Date.now()
    const row = await db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.kysely.selectFrom('product_setting').select(['public_url', 'public_key']).executeTakeFirstOrThrow(),
    )
    key = row.public_key
    setting = row.public_url ? new URL(row.public_url).origin : null
  }
  await refresh()
  const refreshing = setInterval(() => void refresh().catch(() => {}), refreshMilliseconds).unref()

  const publicOrigin = () => config.publicUrl ?? setting
  const origin = () => publicOrigin() ?? local
  return {
    origin,
    publicOrigin,
    key: () => key,
    refresh,
    async isKey(candidate) {
      if (candidate !== key && Date.now() - readAt > rereadMilliseconds) await refresh()
      return candidate === key
    },
    isLoopback: () => isLoopback(new URL(origin()).hostname),
    setLocalAddress(address) {
      local = address
    },
    close: () => clearInterval(refreshing),
  }
}
