import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { EncryptedValue } from './encryption.ts'

/** A stored version of a draft. Each form in each tab writes its own version. */
export type StoredDraft = EncryptedValue & { account: string; name: string; writer: string; at: number }

/**
 * The stored safety plan of an account. `open`: the plan can be read without signing in and while the page is locked.
 */
export type StoredSafetyPlan = EncryptedValue & { account: string; open: boolean }

/** The signed-in person. There is at most one. */
export type StoredPersonRecord = EncryptedValue & { account: string }

/**
 * A change that waits to be sent. `attempted`: the change was sent at least once, so the server may have it. `refused`:
 * the error code if the server refused the change, otherwise null.
 */
export type StoredOutgoing = EncryptedValue & {
  account: string
  number?: number
  attempted: boolean
  refused: string | null
}

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  drafts: { key: [string, string, string]; value: StoredDraft }
  plans: { key: string; value: StoredSafetyPlan }
  person: { key: string; value: StoredPersonRecord }
  outgoing: { key: number; value: StoredOutgoing; indexes: { account: string } }
}

/**
 * Returns the range of all keys that begin with `parts`. The upper bound ends with an empty array, because IndexedDB
 * sorts arrays after strings.
 */
const keysUnder = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])

/** The key of the only row in the store `person`. */
const onlyKey = 'signed-in'

/**
 * The IndexedDB database of this browser. It contains the encryption key of each account, which no script can read. The
 * other values are encrypted with this key: the drafts, the safety plan, the signed-in person and the changes that wait
 * to be sent.
 */
export class DraftDatabase {
  #db: IDBPDatabase<Stores>
  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  static async open(): Promise<DraftDatabase> {
    return new DraftDatabase(
      await openDB<Stores>('attune', 3, {
        upgrade(db, before) {
          if (before < 1) {
            db.createObjectStore('keys')
            db.createObjectStore('drafts', { keyPath: ['account', 'name', 'writer'] })
          }
          if (before < 2) db.createObjectStore('plans', { keyPath: 'account' })
          db.createObjectStore('person')
          const outgoing = db.createObjectStore('outgoing', { keyPath: 'number', autoIncrement: true })
          outgoing.createIndex('account', 'account')
        },
        // Closes this tab's connection when another tab upgrades or deletes the database, so that the other tab can
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

  person = () => this.#db.get('person', onlyKey)
  savePerson = (person: StoredPersonRecord) => this.#db.put('person', person, onlyKey)
  forgetPerson = () => this.#db.delete('person', onlyKey)

  /** Returns the waiting changes of an account, in the order in which they were added. */
  outgoing = (account: string) => this.#db.getAllFromIndex('outgoing', 'account', account)
  saveOutgoing = (change: StoredOutgoing) => this.#db.put('outgoing', change)
  discardOutgoing = (number: number) => this.#db.delete('outgoing', number)

  /** Adds a waiting change. Deletes those changes of `instead` that were never sent or that the server has refused. */
  async addOutgoing(change: StoredOutgoing, instead: readonly number[]) {
    const { store, done } = this.#db.transaction('outgoing', 'readwrite')
    for (const number of instead) {
      const earlier = await store.get(number)
      if (earlier && (!earlier.attempted || earlier.refused)) void store.delete(number)
    }
    void store.add(change)
    await done
  }

  /** Marks a waiting change as attempted and returns it; undefined if it has been deleted. */
  async attemptOutgoing(number: number): Promise<StoredOutgoing | undefined> {
    const { store, done } = this.#db.transaction('outgoing', 'readwrite')
    const change = await store.get(number)
    if (change) void store.put({ ...change, attempted: true })
    await done
    return change
  }

  /** Deletes everything that is stored for an account. */
  async erase(account: string) {
    const stores = ['keys', 'drafts', 'plans', 'person', 'outgoing'] as const
    const transaction = this.#db.transaction(stores, 'readwrite')
    const person = await transaction.objectStore('person').get(onlyKey)
    if (person?.account === account) void transaction.objectStore('person').delete(onlyKey)
    const outgoing = transaction.objectStore('outgoing')
    for (const number of await outgoing.index('account').getAllKeys(account)) void outgoing.delete(number)
    void transaction.objectStore('plans').delete(account)
    void transaction.objectStore('keys').delete(account)
    void transaction.objectStore('drafts').delete(keysUnder(account))
    await transaction.done
  }
}
