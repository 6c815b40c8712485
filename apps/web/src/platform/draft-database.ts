import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { EncryptedValue } from './encryption.ts'

/** A stored version of a draft. Each form in each tab writes its own version. */
export type StoredDraft = EncryptedValue & { account: string; name: string; writer: string; at: number }

/**
 * The stored safety plan of an account. `open`: the plan can be read without signing in and while the page is locked.
 */
export type StoredSafetyPlan = EncryptedValue & { account: string; open: boolean }

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  drafts: { key: [string, string, string]; value: StoredDraft }
  plans: { key: string; value: StoredSafetyPlan }
}

/**
 * Returns the range of all keys that begin with `parts`. The upper bound ends with an empty array, because IndexedDB
 * sorts arrays after strings.
 */
const keysUnder = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])

/**
 * The IndexedDB database of this browser. For each account it contains the encryption key, which no script can read,
 * the encrypted drafts and the encrypted safety plan.
 */
export class DraftDatabase {
  #db: IDBPDatabase<Stores>
  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  static async open(): Promise<DraftDatabase> {
    return new DraftDatabase(
      await openDB<Stores>('attune', 2, {
        upgrade(db, before) {
          if (before < 1) {
            db.createObjectStore('keys')
            db.createObjectStore('drafts', { keyPath: ['account', 'name', 'writer'] })
          }
          db.createObjectStore('plans', { keyPath: 'account' })
        },
        // Another tab wants to upgrade or delete the database. This tab closes its connection so that the other tab can
        // continue.
        blocking: (_, __, event) => (event.target as IDBDatabase).close(),
      }),
    )
  }

  close = () => this.#db.close()

  key = (account: string) => this.#db.get('keys', account)
  saveKey = (account: string, key: CryptoKey) => this.#db.put('keys', key, account)

  drafts = (account: string) => this.#db.getAll('drafts', keysUnder(account))
  versions = (account: string, name: string) => this.#db.getAll('drafts', keysUnder(account, name))

  /** Writes one version and deletes the versions that it replaces, in one transaction. */
  async put(draft: StoredDraft, instead: readonly string[]) {
    const transaction = this.#db.transaction('drafts', 'readwrite')
    const done = [transaction.store.put(draft)]
    for (const writer of instead) void transaction.store.delete([draft.account, draft.name, writer])
    // The transaction is committed explicitly, because a page that is closing receives no further success events of its
    // writes.
    transaction.commit()
    await Promise.all([...done, transaction.done])
  }

  async discard(account: string, name: string, writers: readonly string[]) {
    const transaction = this.#db.transaction('drafts', 'readwrite')
    for (const writer of writers) void transaction.store.delete([account, name, writer])
    await transaction.done
  }

  plan = (account: string) => this.#db.get('plans', account)
  plans = () => this.#db.getAll('plans')
  savePlan = (plan: StoredSafetyPlan) => this.#db.put('plans', plan)

  /** Deletes the key, the drafts and the safety plan of an account. */
  async erase(account: string) {
    const transaction = this.#db.transaction(['keys', 'drafts', 'plans'], 'readwrite')
    void transaction.objectStore('plans').delete(account)
    void transaction.objectStore('keys').delete(account)
    void transaction.objectStore('drafts').delete(keysUnder(account))
    await transaction.done
  }
}
