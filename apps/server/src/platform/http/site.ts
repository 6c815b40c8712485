import type { Config } from '../config.ts'
import { isLoopback } from '../address.ts'
import type { Db } from '../database/actor.ts'

/** Under which address the product is reached, and the public key that names the app. */
export type Site = {
  /** The origin that stands in links; the loopback address until another one is known. */
  origin(): string
  /** The origin that the environment or a setting names, null while none does. */
  publicOrigin(): string | null
  key(): string
  /** Reads the settings again; call it after changing them. */
  refresh(): Promise<void>
  /** Whether this is the public key; another process may just have changed it, so an unknown one is looked up. */
  isKey(key: string): Promise<boolean>
  isLoopback(): boolean
  listensOn(origin: string): void
  close(): void
}

/** Another process may change the settings too. */
const refreshMilliseconds = 15_000
/** A key that was not known is looked up at most so often. */
const lookAgainMilliseconds = 1_000

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
      if (candidate !== key && Date.now() - readAt > lookAgainMilliseconds) await refresh()
      return candidate === key
    },
    isLoopback: () => isLoopback(new URL(origin()).hostname),
    listensOn(address) {
      local = address
    },
    close: () => clearInterval(refreshing),
  }
}
