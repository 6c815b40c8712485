import { nativeOrigins, type RequestGroup } from '@attune/contract/features/practice/api-access/api-access.rules'
import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '@attune/contract/common/text/public-address'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../database/actor.ts'
import { setClientWord } from '../../text/translations.ts'
import { readPublicSettings } from './public-settings.ts'

/** A call that was refused because its Origin was not the address in its Host header. */
export type WrongOrigin = { at: Date; origin: string | null; host: string | null }

/** The public address of the product, the public key that the web app sends with its API calls, and the other origins that may call the API. */
export type Site = {
  /** Returns the origin for links: the public origin, or a local address if no public origin is configured. */
  origin(): string
  /** Returns the public origin from the configuration or from the settings in the database; null if neither contains one. */
  publicOrigin(): string | null
  /** Returns the public key, which the web app sends with its calls. */
  key(): string
  /** Returns the settings that every page uses. */
  settings(): PublicSettings
  /** Reads the settings from the database again. Call this method after changing the settings. */
  refresh(): Promise<void>
  /**
   * Whether `key` is the public key, or the one before it within 24 hours after the rotation. For an unknown key, first reads the settings
   * again, because another process may have just replaced the key.
   */
  isKey(key: string): Promise<boolean>
  /** Whether an Origin header is allowed to call the API with a bearer token: the native app's origin, or one that an admin has allowed. */
  isAllowedOrigin(origin: string): boolean
  /** Remembers the latest call of a page of this product that was refused because of its Origin. */
  rememberWrongOrigin(call: WrongOrigin): void
  /** Returns the latest call that `rememberWrongOrigin` was called with; null if there is none. */
  latestWrongOrigin(): WrongOrigin | null
  /** Returns the limit of a group of requests that an admin has set. */
  requestLimit(group: RequestGroup): number
  /** Whether the origin for links is an address of this machine. */
  isLoopback(): boolean
  /** Sets the address that `origin` returns if no public origin is configured. */
  setLocalAddress(origin: string): void
  /** Stops reading the settings. */
  close(): void
}

/** The interval in milliseconds at which the settings are read again, because another process may have changed them. */
const refreshMilliseconds = 10_000
/** The minimum time in milliseconds between two reads of the settings that are caused by unknown keys. */
const rereadMilliseconds = 1_000
const keyPattern = /^pk_[0-9a-f]{32}$/

type Settings = Awaited<ReturnType<typeof readSettings>>

export async function openSite(config: Config, db: Db, clock: Clock): Promise<Site> {
  let settings: Settings
  let local = `http://localhost:${config.port}`
  let readAt = 0
  let rereading: Promise<void> | null = null

  async function refresh() {
    readAt = Date.now()
    settings = await readSettings(db)
    setClientWord(settings.public.clientWord)
  }
  /** Reads the settings again, as soon as the minimum time has passed. All callers share one read. */
  async function reread() {
    await wait(Math.max(0, readAt + rereadMilliseconds - Date.now()))
    await refresh()
  }
  settings = await readSettings(db)
  setClientWord(settings.public.clientWord)
  const refreshing = setInterval(() => void refresh().catch(() => {}), refreshMilliseconds).unref()

  const publicOrigin = () =>
    config.publicUrl ?? (settings.public_url === null ? null : new URL(settings.public_url).origin)
  const origin = () => publicOrigin() ?? local
  const hasLoopbackOrigin = () => isLoopback(new URL(origin()).hostname)
  const isValid = (key: string) => isPublicKey(settings, key, clock.now())
  return {
    origin,
    publicOrigin,
    key: () => settings.public_key,
    settings: () => ({ ...settings.public, loopback: hasLoopbackOrigin() }),
    refresh,
    async isKey(key) {
      if (isValid(key)) return true
      if (!keyPattern.test(key)) return false
      rereading ??= reread().finally(() => (rereading = null))
      await rereading
      return isValid(key)
    },
    isAllowedOrigin: (asked) =>
      settings.allowed_origins.includes(asked) || (nativeOrigins as readonly string[]).includes(asked),
    ...openWrongOrigins(),
    requestLimit: (group) => settings[limitColumns[group]],
    isLoopback: hasLoopbackOrigin,
    setLocalAddress(address) {
      local = address
    },
    close: () => clearInterval(refreshing),
  }
}

const isPublicKey = (settings: Settings, key: string, now: Date) =>
  key === settings.public_key || (key === settings.previous_key && now < new Date(settings.previous_key_until ?? 0))

function openWrongOrigins(): Pick<Site, 'rememberWrongOrigin' | 'latestWrongOrigin'> {
  let latest: WrongOrigin | null = null
  return {
    rememberWrongOrigin(call) {
      latest = call
    },
    latestWrongOrigin: () => latest,
  }
}

/** The column of each group's limit. */
export const limitColumns = {
  signIn: 'sign_in_limit',
  writes: 'write_limit',
  reads: 'read_limit',
  uploads: 'upload_limit',
  messages: 'message_limit',
} as const satisfies Record<RequestGroup, string>

const readSettings = (db: Db) =>
  db.asActor({ role: 'worker', id: null }, async (tx) => {
    const row = await tx.kysely
      .selectFrom('product_setting')
      .select(['public_url', 'public_key', 'previous_key', 'previous_key_until', 'allowed_origins'])
      .select(Object.values(limitColumns))
      .executeTakeFirstOrThrow()
    return { ...row, public: await readPublicSettings(tx) }
  })
