import { accountKey } from './account-key.ts'
import { decrypt, encrypt } from './encryption.ts'
import { tryWithDatabase } from './try-with-database.ts'

/**
 * The lifetime of an answer on this device in minutes, and the maximum number of stored answers per kind [9.08]. The upcoming sessions of a
 * client are of the kind `upcoming`. Only the native app stores answers of the kind `opened`.
 */
export const storedAnswerLimits = {
  messages: { minutes: 5, entries: 10 },
  senders: { minutes: 60, entries: 1000 },
  upcoming: { minutes: 14 * 24 * 60, entries: 1 },
  opened: { minutes: 14 * 24 * 60, entries: 100 },
} as const

export type StoredAnswerKind = keyof typeof storedAnswerLimits

/** Returns the file name of this build's script, which contains a hash. Another build may expect other answers. */
const build = () => document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
const nameOf = (account: string, kind: StoredAnswerKind, id: string) => `${account}answer${kind}:${id}:${build()}`

/**
 * Stores answers on this device, encrypted with the key of the account. `at` is the time of the server's answer in milliseconds. Deletes the oldest
 * answers of the kind if there are too many. Does nothing if storage is full or forbidden.
 */
export async function storeAnswers(
  account: string,
  kind: StoredAnswerKind,
  values: ReadonlyMap<string, unknown>,
  at: number,
): Promise<void> {
  const { minutes, entries } = storedAnswerLimits[kind]
  await tryWithDatabase(async (database) => {
    const key = await accountKey(database, account)
    const until = at + minutes * 60_000
    const rows = [...values].map(async ([id, value]) => {
      const encrypted = await encrypt(key, nameOf(account, kind, id), value)
      return { account, kind, id, at, until, ...encrypted }
    })
    await database.saveAnswers(account, kind, await Promise.all(rows), entries)
  })
}

/**
 * Returns a stored answer and the time at which the server gave it. Returns null if there is none, if it has expired, or
 * if it cannot be decrypted.
 */
export const readStoredAnswer = (account: string, kind: StoredAnswerKind, id: string) =>
  tryWithDatabase(async (database) => {
    const [key, stored] = await Promise.all([database.key(account), database.answer(account, kind, id)])
    const now = Date.now()
    if (!key || !stored || now >= stored.until || now < stored.at) return null
    return { value: await decrypt(key, nameOf(account, kind, id), stored), at: stored.at }
  })

/** Deletes the stored answers of an account, except those for which `isKept` returns true. */
export const discardStoredAnswers = (account: string, isKept: (id: string, kind: string) => boolean) =>
  tryWithDatabase((database) => database.discardAnswers(account, isKept))
