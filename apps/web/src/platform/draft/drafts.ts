import { createStore } from '../create-store.ts'
import { fetchAccountKey } from '../offline/account-key.ts'
import { importEncryptionKey, encrypt, decrypt, type EncryptedValue } from '../offline/encryption.ts'
import type { DraftDatabase } from '../offline/draft-database.ts'
import type { LatestDrafts } from './latest-drafts.ts'

export type DraftVersion = {
  /** Identifies the form and the tab that wrote the version. */
  writer: string
  /** The time at which it was written, in milliseconds since 1970. */
  at: number
  /** The values of the form. */
  value: object
}
/** A version that this page wrote. */
type OwnVersion = DraftVersion & {
  /** The name of the draft. It contains ids only. */
  name: string
  /** The writers whose versions it replaces. */
  replaces: string[]
  /** The encrypted version; null until the encryption begins. */
  sealed: Promise<EncryptedValue> | null
  /** Whether its write to the database has not begun. */
  isPending: boolean
  /** The place on this device; null if it is only in the memory of this page. */
  place: 'local-storage' | 'database' | null
}
type DraftMessage = { account: string; name: string | null }

/** The maximum number of milliseconds from a change until its write to the database begins. */
const storeDelayMilliseconds = 200
/**
 * The maximum number of milliseconds for which the page waits for browser storage. It is long, because a page that opens
 * before the drafts of a slow device are read does not show them.
 */
const storageTimeoutMilliseconds = 10_000
/** Opens the database. The code of the database is a separate file, which `openDrafts` requests early. */
const openDatabase = () => import('../offline/draft-database.ts').then((file) => file.DraftDatabase.open())
/** The code that writes to local storage contains a cipher, so it is loaded separately. */
const loadLatestDrafts = () => import('./latest-drafts.ts')
const storageTimeout = () => new Promise<void>((resolve) => setTimeout(resolve, storageTimeoutMilliseconds))

/**
 * Stores the drafts of forms in IndexedDB, encrypted with the key of their account. Until IndexedDB has stored a version, local storage contains it,
 * because a page can be closed right after a key press. Drafts survive a reload, the idle lock and the loss of the login. Signing out deletes them.
 * If the browser cannot store drafts, they stay in memory while the page is open.
 */
export class DraftStore {
  #database: Promise<DraftDatabase | null> | null = null
  #openedDatabase: DraftDatabase | null = null
  #account: string | null = null
  #opened: Promise<void> | null = null
  #key: Promise<CryptoKey | null> | null = null
  #latest: LatestDrafts | null = null
  #found = new Map<string, DraftVersion[]>()
  #own = new Map<string, OwnVersion>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stored = createStore(true)
  #channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('attune-drafts') : null
  readonly #newKey: (account: string) => Promise<string>

  constructor(newKey: (account: string) => Promise<string>) {
    this.#newKey = newKey
    if (this.#channel) this.#channel.onmessage = ({ data }) => void this.#receive(data as DraftMessage)
  }

  /** Loads the drafts of this account that are stored in this browser. Drafts of other accounts stay encrypted. */
  open(account: string): Promise<void> {
    if (this.#account === account && this.#opened) return this.#opened
    if (this.#account !== account) this.#own.clear()
    this.#found.clear()
    this.#account = account
    this.#key = this.#latest = null
    this.#opened = Promise.race([this.#load(account).catch(() => this.#stored.set(false)), storageTimeout()])
    return this.#opened
  }

  async #load(account: string) {
    this.#openedDatabase = await this.#openDatabase()
    if (!this.#openedDatabase) return this.#stored.set(false)
    const key = await this.#openedDatabase.key(account)
    if (account !== this.#account) return
    if (key) {
      this.#key = Promise.resolve(key)
      await this.#useLocalStorage(account, key).catch(() => {})
      if (account !== this.#account) return
      const names = (await this.#openedDatabase.drafts(account)).map(({ name }) => name)
      await Promise.all([...new Set(names)].map((name) => this.#read(account, name)))
    } else void this.#keyOf(account)
    for (const mine of this.#own.values()) this.#schedule(mine)
  }

  /**
   * Moves the versions that closed pages have left in local storage to the database, and opens local storage for this page. Without local storage,
   * versions are stored only in the database.
   */
  async #useLocalStorage(account: string, key: CryptoKey) {
    const database = this.#openedDatabase
    const latest = database && (await loadLatestDrafts().then((file) => file.openLatestDrafts(database, account, key)))
    if (account === this.#account) this.#latest = latest
  }

  /**
   * Loads the versions of a draft that other forms or tabs wrote, newest first. Skips a version that cannot be
   * decrypted.
   */
  async #read(account: string, name: string) {
    const key = await this.#key
    const kept = (await this.#openedDatabase?.versions(account, name)) ?? []
    const opened = kept.map(async ({ writer, at, ...sealed }) => {
      const value = key && !this.#own.has(writer) && (await decrypt(key, account + name, sealed).catch(() => null))
      return value ? [{ writer, at, value: value as object }] : []
    })
    const versions = (await Promise.all(opened)).flat().sort((a, b) => b.at - a.at)
    if (account !== this.#account) return
    if (versions.length) this.#found.set(name, versions)
    else this.#found.delete(name)
  }

  #keyOf(account: string): Promise<CryptoKey | null> {
    this.#key ??= this.#fetchKey(account).catch(() => {
      this.#key = null
      this.#stored.set(false)
      return null
    })
    return this.#key
  }

  async #fetchKey(account: string) {
    // Drafts are not stored until the key is loaded, which can take a long time without a connection.
    this.#stored.set(false)
    const key = await importEncryptionKey(await this.#newKey(account))
    if (account !== this.#account) return null
    await this.#openedDatabase?.saveKey(account, key)
    await this.#useLocalStorage(account, key).catch(() => {})
    if (account !== this.#account) return null
    this.#reportStored()
    return key
  }

  /** Returns the versions of a draft, newest first. */
  versions(name: string): DraftVersion[] {
    const mine = [...this.#own.values()].filter((one) => one.name === name)
    return [...mine, ...(this.#found.get(name) ?? [])].sort((a, b) => b.at - a.at)
  }

  get hasDrafts() {
    return this.#own.size + this.#found.size > 0
  }

  /** Saves a version of a draft. Deletes the versions of the writers in `from`, on which this version is based. */
  save(name: string, writer: string, value: object, from: string[] = []) {
    const before = this.#own.get(writer)
    // The earlier version may never reach the database, so this one also replaces the versions that the earlier one would have replaced.
    const replaces = before?.place === 'database' ? from : [...(before?.replaces ?? []), ...from]
    // The time is later than that of the earlier version even if the clock was set back, because the latest version counts.
    const at = Math.max(Date.now(), (before?.at ?? 0) + 1)
    const one: OwnVersion = { name, writer, value, replaces, at, sealed: null, isPending: true, place: null }
    this.#own.set(writer, one)
    this.#forgetFound(name, from)
    this.#schedule(one)
  }

  /** Deletes the versions of these writers, and those that they replace. Called after the input was sent or discarded. */
  discard(name: string, written: string[]) {
    // If a version has not reached the database, the versions that it replaces may still be there.
    const writers = written.flatMap((writer) => [writer, ...(this.#own.get(writer)?.replaces ?? [])])
    for (const writer of writers) this.#own.delete(writer)
    this.#forgetFound(name, writers)
    this.#reportStored()
    const account = this.#account
    const latest = this.#latest
    if (!account || !this.#openedDatabase) return
    for (const writer of writers) latest?.discard(name, writer)
    void this.#openedDatabase.discard(account, name, writers).then(
      () => {
        for (const writer of writers) latest?.removeDiscarded(writer)
        this.#broadcast({ account, name })
      },
      () => {},
    )
  }

  /**
   * Deletes all data that the database and local storage contain for the account, including the key, the drafts and the safety plan. Called on
   * sign-out.
   */
  async erase(account: string) {
    this.#close()
    this.#own.clear()
    // Local storage is erased even if the database cannot be opened.
    const erased = [
      import('../offline/latest-draft-items.ts').then((file) => file.eraseLatestDrafts(account)),
      this.#openDatabase().then((database) => database?.erase(account)),
    ]
    await Promise.race([Promise.allSettled(erased), storageTimeout()])
    this.#broadcast({ account, name: null })
  }

  #openDatabase = () => (this.#database ??= openDatabase().catch(() => null))

  /** Stores pending changes at once. Called soon after a change, and when the page is hidden or closed. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const one of this.#own.values()) if (one.isPending) void this.#write(one)
  }

  /** Clears the account and the drafts from memory, as if the page had been closed. Stored drafts remain. */
  reset() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#close()
    this.#own.clear()
    this.#openedDatabase?.close()
    this.#account = this.#database = this.#openedDatabase = null
    this.#stored.set(true)
  }

  /** Whether drafts are still stored after the page is closed. */
  isPersistent = this.#stored.get
  subscribe = this.#stored.subscribe

  /** Stores a version in local storage at once and in the database after a short delay. */
  #schedule(one: OwnVersion) {
    one.isPending = true
    const account = this.#account
    one.place = this.#latest?.store(one) ? 'local-storage' : null
    this.#reportStored()
    if (!account || !this.#openedDatabase) return
    one.sealed = this.#keyOf(account).then((key) => {
      if (!key) throw new Error('no key')
      return encrypt(key, account + one.name, one.value)
    })
    one.sealed.catch(() => {})
    this.#timer ??= setTimeout(() => this.flush(), storeDelayMilliseconds)
  }

  /** Reports whether every version of this page is stored on this device as it is now. */
  #reportStored() {
    const isOpen = this.#account !== null && this.#openedDatabase !== null
    this.#stored.set(isOpen && [...this.#own.values()].every(({ place }) => place !== null))
  }

  async #write(one: OwnVersion) {
    const account = this.#account
    one.isPending = false
    try {
      const sealed = await one.sealed
      if (!sealed || account !== this.#account || this.#own.get(one.writer) !== one) return
      const { name, writer, at, replaces } = one
      const latest = this.#latest
      await this.#openedDatabase?.put({ account: account as string, name, writer, at, ...sealed }, replaces)
      one.place = 'database'
      if (this.#own.get(writer) === one) latest?.remove(writer)
      this.#reportStoredOf(one)
      this.#broadcast({ account: account as string, name })
    } catch {
      // The storage is full or forbidden, or there is no key. The draft stays in memory, and the next change tries to
      // store it again. It can be in local storage too, but the next page shows it only from the database.
      one.place = null
      this.#reportStoredOf(one)
    }
  }

  /** Reports the result of a write. Ignores a version of an account that has signed out in the meantime. */
  #reportStoredOf(one: OwnVersion) {
    if (this.#own.get(one.writer) === one) this.#reportStored()
  }

  #broadcast = (news: DraftMessage) => this.#channel?.postMessage(news)

  /** Handles a message from another tab: the tab has written a draft, or its person has signed out. */
  async #receive({ account, name }: DraftMessage) {
    if (account !== this.#account) return
    if (name === null) {
      for (const one of this.#own.values()) one.place = null
      this.#close()
      return this.#reportStored()
    }
    await this.#read(account, name).catch(() => {})
  }

  #close() {
    this.#opened = this.#key = this.#latest = null
    this.#found.clear()
  }

  #forgetFound(name: string, writers: string[]) {
    const left = this.#found.get(name)?.filter(({ writer }) => !writers.includes(writer)) ?? []
    if (left.length) this.#found.set(name, left)
    else this.#found.delete(name)
  }
}

export const drafts = new DraftStore(fetchAccountKey)

addEventListener('pagehide', () => drafts.flush())
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && drafts.flush())
