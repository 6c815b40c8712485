import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { fromBase64, toBase64 } from '../base64.ts'
import type { DraftDatabase } from '../offline/draft-database.ts'
import { decryptBytes, encrypt, encryptBytes } from '../offline/encryption.ts'
import {
  discardedName,
  discardedText,
  latestDraftItems,
  latestDraftKey,
  type LatestDraftItem,
} from '../offline/latest-draft-items.ts'
import { browserStorage } from '../safe-storage.ts'

/** A version of a draft, with the writers whose versions it replaces. */
type LatestDraft = { name: string; at: number; replaces: readonly string[]; value: object }

const pageKeyName = (account: string) => `${account}page`
/** The lengths of the nonces of both ciphers, in bytes. */
const lengths = { wrapped: 12, sealed: 24 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const cipherOf = (pageKey: Uint8Array, iv: Uint8Array, account: string, writer: string) =>
  xchacha20poly1305(pageKey, iv, bytesOf(account + writer))

/**
 * Stores the latest version of each draft in local storage at the moment of the key press, until IndexedDB has it. WebCrypto and IndexedDB are
 * asynchronous, so a closing page can end before they finish. The versions are encrypted with XChaCha20-Poly1305 and a key of this page. Each item
 * contains this key, encrypted with the key of the account.
 */
export class LatestDrafts {
  readonly #account: string
  readonly #pageKey: Uint8Array
  readonly #wrapped: string

  private constructor(account: string, pageKey: Uint8Array, wrapped: string) {
    this.#account = account
    this.#pageKey = pageKey
    this.#wrapped = wrapped
  }

  static async open(account: string, key: CryptoKey): Promise<LatestDrafts> {
    const pageKey = crypto.getRandomValues(new Uint8Array(32))
    const { iv, bytes } = await encryptBytes(key, pageKeyName(account), pageKey)
    return new LatestDrafts(account, pageKey, joined(iv, new Uint8Array(bytes)))
  }

  /** Stores a version. Returns false if local storage is full or forbidden; an earlier version then remains. */
  store({ writer, name, at, replaces, value }: LatestDraft & { writer: string }): boolean {
    const draft: LatestDraft = { name, at, replaces, value }
    const iv = crypto.getRandomValues(new Uint8Array(lengths.sealed))
    const sealed = cipherOf(this.#pageKey, iv, this.#account, writer).encrypt(bytesOf(JSON.stringify(draft)))
    return stored(this.#keyOf(writer), `${this.#wrapped}.${joined(iv, sealed)}`)
  }

  /** Records that the version of a writer is discarded, until IndexedDB has deleted it. */
  discard(name: string, writer: string) {
    // If the item cannot be replaced, it must not restore the discarded text later.
    if (!stored(this.#keyOf(writer), discardedText(name))) this.remove(writer)
  }

  /** Deletes the draft that is stored for a writer, because IndexedDB has it. */
  remove(writer: string) {
    browserStorage.remove(this.#keyOf(writer))
  }

  /** Deletes the record that the version of a writer is discarded, unless the writer has stored a version since. */
  removeDiscarded(writer: string) {
    if (discardedName(browserStorage.get(this.#keyOf(writer)) ?? '') !== null) this.remove(writer)
  }

  #keyOf = (writer: string) => latestDraftKey(this.#account, writer)
}

/** Moves the drafts that closed pages have left in local storage to the database, and opens local storage for this page. */
export async function openLatestDrafts(
  database: DraftDatabase,
  account: string,
  key: CryptoKey,
): Promise<LatestDrafts> {
  await moveLeftDrafts(database, account, key)
  return LatestDrafts.open(account, key)
}

type LeftDraft = { item: LatestDraftItem; draft: LatestDraft }

/**
 * Moves the versions that pages of the account have left in local storage to the database, the oldest first, because a
 * later one may replace it. A draft that the database cannot store stays until a later visit.
 */
async function moveLeftDrafts(database: DraftDatabase, account: string, key: CryptoKey): Promise<void> {
  const items = latestDraftItems(account)
  const read = await Promise.all(items.map((item) => readItem(account, key, item)))
  const left = read.filter((one) => one !== null).sort((one, other) => one.draft.at - other.draft.at)
  for (const one of left) await moveOne(database, account, key, one).catch(() => {})
  for (const { key: itemKey, writer, text } of items) {
    const name = discardedName(text)
    if (name === null) continue
    const discarded = database.discard(account, name, [writer])
    await discarded.then(() => removeIfSame(itemKey, text)).catch(() => {})
  }
}

async function moveOne(database: DraftDatabase, account: string, key: CryptoKey, { item, draft }: LeftDraft) {
  const { name, at, replaces, value } = draft
  const sealed = await encrypt(key, account + name, value)
  // The item differs if an open page wrote it and has stored a newer version or discarded it since.
  if (browserStorage.get(item.key) !== item.text) return
  await database.putLeft({ account, name, writer: item.writer, at, ...sealed }, replaces)
  removeIfSame(item.key, item.text)
}

function removeIfSame(itemKey: string, text: string) {
  if (browserStorage.get(itemKey) === text) browserStorage.remove(itemKey)
}

/** Decrypts a version. Returns null if the item contains no version, or if it was encrypted with another key of the account. */
async function readItem(account: string, key: CryptoKey, item: LatestDraftItem): Promise<LeftDraft | null> {
  if (discardedName(item.text) !== null) return null
  try {
    const [wrapped = '', sealed = ''] = item.text.split('.')
    const page = parted(wrapped, lengths.wrapped)
    const pageKey = await decryptBytes(key, pageKeyName(account), { iv: page.iv, bytes: page.bytes.buffer })
    const { iv, bytes } = parted(sealed, lengths.sealed)
    const plain = cipherOf(new Uint8Array(pageKey), iv, account, item.writer).decrypt(bytes)
    return { item, draft: JSON.parse(new TextDecoder().decode(plain)) as LatestDraft }
  } catch {
    return null
  }
}

/** Writes an item to local storage. Returns whether local storage has stored it. Unlike `browserStorage`, keeps no copy in memory if it has not. */
function stored(itemKey: string, text: string): boolean {
  try {
    localStorage.setItem(itemKey, text)
    return true
  } catch {
    return false
  }
}

function joined(iv: Uint8Array, bytes: Uint8Array): string {
  const both = new Uint8Array(iv.length + bytes.length)
  both.set(iv)
  both.set(bytes, iv.length)
  return toBase64(both)
}

function parted(text: string, length: number) {
  const both = fromBase64(text)
  return { iv: both.slice(0, length), bytes: both.slice(length) }
}
