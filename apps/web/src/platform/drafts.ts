import { api } from './api.ts'
import { importKey, seal, unseal, type Sealed } from './seal.ts'
import type { Shelf } from './shelf.ts'

/** One version of what is being written under a name. `writer` is the form, in its tab, that wrote it. */
export type Version = { writer: string; at: number; value: object }
type Mine = Version & { name: string; instead: string[]; sealed: Promise<Sealed> | null; waits: boolean }
type News = { account: string; name: string | null }

/** So long at most a word lies in memory alone. */
const writeAfter = 200
/** A browser whose storage does not answer keeps nobody waiting. */
const patience = 1_000
/** It comes beside the first page, not before it. */
const openShelf = () => import('./shelf.ts').then(({ Shelf }) => Shelf.open())
const late = () => new Promise<void>((resolve) => setTimeout(resolve, patience))

/**
 * What somebody is still writing, in IndexedDB, sealed with the key of their account. It outlives the page, the lock and
 * a lost login, and goes with the sign-out. Where the browser stores nothing it is kept for as long as the page stands.
 */
export class Drafts {
  #shelf: Promise<Shelf | null> | null = null
  #ready: Shelf | null = null
  #account: string | null = null
  #opened: Promise<void> | null = null
  #key: Promise<CryptoKey | null> | null = null
  #found = new Map<string, Version[]>()
  #mine = new Map<string, Mine>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stored = true
  #listeners = new Set<() => void>()
  #channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('attune-drafts') : null
  readonly #newKey: () => Promise<string>

  constructor(newKey: () => Promise<string>) {
    this.#newKey = newKey
    if (this.#channel) this.#channel.onmessage = ({ data }) => void this.#hear(data as News)
  }

  /** Reads what this account left in this browser. Nothing of another account is opened. */
  open(account: string): Promise<void> {
    if (this.#account === account && this.#opened) return this.#opened
    if (this.#account !== account) this.#mine.clear()
    this.#found.clear()
    this.#account = account
    this.#key = null
    this.#opened = Promise.race([this.#load(account).catch(() => this.#setStored(false)), late()])
    return this.#opened
  }

  async #load(account: string) {
    this.#ready = await this.#shelfOf()
    if (!this.#ready) return this.#setStored(false)
    const key = await this.#ready.key(account)
    if (account !== this.#account) return
    if (key) {
      this.#key = Promise.resolve(key)
      const names = (await this.#ready.drafts(account)).map(({ name }) => name)
      await Promise.all([...new Set(names)].map((name) => this.#read(account, name)))
    } else void this.#keyOf(account)
    for (const mine of this.#mine.values()) this.#wait(mine)
  }

  /** The versions of a name that other forms wrote, newest first; one that does not open is none. */
  async #read(account: string, name: string) {
    const key = await this.#key
    const kept = (await this.#ready?.versions(account, name)) ?? []
    const opened = kept.map(async ({ writer, at, ...sealed }) => {
      const value = key && !this.#mine.has(writer) && (await unseal(key, account + name, sealed).catch(() => null))
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
      this.#setStored(false)
      return null
    })
    return this.#key
  }

  async #fetchKey(account: string) {
    // Without a connection this may take its time.
    this.#setStored(false)
    const key = await importKey(await this.#newKey())
    if (account !== this.#account) return null
    await this.#ready?.keepKey(account, key)
    this.#setStored(true)
    return key
  }

  /** The newest first. */
  versions(name: string): Version[] {
    const mine = [...this.#mine.values()].filter((one) => one.name === name)
    return [...mine, ...(this.#found.get(name) ?? [])].sort((a, b) => b.at - a.at)
  }

  get any() {
    return this.#mine.size + this.#found.size > 0
  }

  /** Keeps a version, in the place of those that it came from. */
  keep(name: string, writer: string, value: object, from: string[] = []) {
    const before = this.#mine.get(writer)
    const instead = [...(before?.waits ? before.instead : []), ...from]
    const one: Mine = { name, writer, value, instead, at: Date.now(), sealed: null, waits: true }
    this.#mine.set(writer, one)
    this.#forgetFound(name, from)
    this.#wait(one)
  }

  /** Sent or thrown away. */
  drop(name: string, writers: string[]) {
    for (const writer of writers) this.#mine.delete(writer)
    this.#forgetFound(name, writers)
    const account = this.#account
    if (!account || !this.#ready) return
    void this.#ready.drop(account, name, writers).then(
      () => this.#tell({ account, name }),
      () => {},
    )
  }

  /** The sign-out: key and drafts of the account leave the browser. */
  async erase(account: string) {
    this.#close()
    this.#mine.clear()
    const erased = this.#shelfOf().then((shelf) => shelf?.erase(account))
    await Promise.race([erased.catch(() => {}), late()])
    this.#tell({ account, name: null })
  }

  #shelfOf = () => (this.#shelf ??= openShelf().catch(() => null))

  /** Writes at once what waits, because the page may be gone the next moment. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const one of this.#mine.values()) if (one.waits) void this.#write(one)
  }

  /** Whether what is written outlives the page. */
  stored = () => this.#stored
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** It is sealed now and stored soon, so that a page that is closed has only to hand it over. */
  #wait(one: Mine) {
    one.waits = true
    const account = this.#account
    if (!account || !this.#ready) return this.#setStored(false)
    one.sealed = this.#keyOf(account).then((key) => {
      if (!key) throw new Error('no key')
      return seal(key, account + one.name, one.value)
    })
    one.sealed.catch(() => {})
    this.#timer ??= setTimeout(() => this.flush(), writeAfter)
  }

  async #write(one: Mine) {
    const account = this.#account
    one.waits = false
    try {
      const sealed = await one.sealed
      if (!sealed || account !== this.#account || this.#mine.get(one.writer) !== one) return
      const { name, writer, at, instead } = one
      await this.#ready?.put({ account: account as string, name, writer, at, ...sealed }, instead)
      this.#setStored(true)
      this.#tell({ account: account as string, name })
    } catch {
      // Full, forbidden or without a key: it stays in memory, and the next word tries again.
      this.#setStored(false)
    }
  }

  #tell = (news: News) => this.#channel?.postMessage(news)

  /** Another tab wrote, or signed out. */
  async #hear({ account, name }: News) {
    if (account !== this.#account) return
    if (name === null) return this.#close()
    await this.#read(account, name).catch(() => {})
  }

  #close() {
    this.#opened = this.#key = null
    this.#found.clear()
  }

  #forgetFound(name: string, writers: string[]) {
    const left = this.#found.get(name)?.filter(({ writer }) => !writers.includes(writer)) ?? []
    if (left.length) this.#found.set(name, left)
    else this.#found.delete(name)
  }

  #setStored(stored: boolean) {
    if (stored === this.#stored) return
    this.#stored = stored
    for (const listener of this.#listeners) listener()
  }
}

export const drafts = new Drafts(async () => (await api.account.draftKey({})).key)

addEventListener('pagehide', () => drafts.flush())
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && drafts.flush())
