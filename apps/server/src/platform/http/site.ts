import type { Config } from '../config.ts'
import { isLoopback } from '../address.ts'
import type { Db } from '../database/actor.ts'

/** The public address of the product, and the public key that the web app sends with its API calls. */
export type Site = {
  /** Returns the origin for links: the public origin, or a local address if no public origin is configured. */
  origin(): string
  /** Returns the public origin from the configuration or from the settings in the database; null if neither contains one. */
  publicOrigin(): string | null
  key(): string
  /** Reads the settings from the database again. Call this method after changing the settings. */
  refresh(): Promise<void>
  /**
   * Whether `key` is the public key. For an unknown key, first reads the settings again, because another process may have just replaced the
   * key.
   */
  isKey(key: string): Promise<boolean>
  isLoopback(): boolean
  setLocalAddress(origin: string): void
  close(): void
}

/** The interval in milliseconds at which the settings are read again, because another process may have changed them. */
const refreshMilliseconds = 15_000
/** The minimum time in milliseconds between two reads of the settings that are caused by unknown keys. */
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
