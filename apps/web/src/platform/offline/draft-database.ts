import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { EncryptedValue } from './encryption.ts'
import { eraseLatestDrafts, holdsLatestDrafts } from './latest-draft-items.ts'

/** A stored version of a draft. Each form in each tab writes its own version. */
export type StoredDraft = EncryptedValue & {
  account: string
  /** The name of the draft. It contains ids only. */
  name: string
  /** Identifies the form and the tab. */
  writer: string
  /** The time at which it was written, in milliseconds since 1970. */
  at: number
}

export type StoredSafetyPlan = EncryptedValue & {
  account: string
  /** Whether the plan can be read without signing in and while the page is locked. */
  open: boolean
}

/** The signed-in person. There is at most one. */
export type StoredPersonRecord = EncryptedValue & { account: string }

/** A change that waits to be sent. */
export type StoredOutgoing = EncryptedValue & {
  account: string
  /** The position in the queue. The database assigns it when the change is stored. */
  number?: number
  /** Whether the change was sent at least once, so that the server may have it. */
  attempted: boolean
  /** The error code if the server refused the change; otherwise null. */
  refused: string | null
}

/** A part of a file that waits to be uploaded. */
export type StoredFilePart = EncryptedValue & {
  account: string
  /** The id of the file. */
  file: string
  /** The number of the part, counted from 0. */
  part: number
  /** The time at which the part was stored, in milliseconds since 1970. */
  at: number
}

/** An answer of the server that can be shown until the server answers again. */
type StoredAnswerRow = EncryptedValue & {
  account: string
  kind: string
  id: string
  /** The time of the answer, in milliseconds since 1970. */
  at: number
  /** The time at which it expires, in milliseconds since 1970. */
  until: number
}

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  drafts: { key: [string, string, string]; value: StoredDraft }
  plans: { key: string; value: StoredSafetyPlan }
  person: { key: string; value: StoredPersonRecord }
  outgoing: { key: number; value: StoredOutgoing; indexes: { account: string } }
  files: { key: [string, string, number]; value: StoredFilePart }
  answers: {
    key: [string, string, string]
    value: StoredAnswerRow
    indexes: { age: [string, string, number]; until: number }
  }
}

/**
 * Returns the range of all keys that begin with `parts`. The upper bound ends with an empty array, because IndexedDB
 * sorts arrays after strings.
 */
const keysUnder = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])

/** Returns the range of all times up to now. */
const passed = () => IDBKeyRange.upperBound(Date.now())

/** The number of milliseconds after which a file is deleted if no waiting change refers to it. */
export const unusedFileMilliseconds = 60 * 60_000

/** The key of the only row in the store `person`. */
const onlyKey = 'signed-in'

/**
 * The IndexedDB database of this browser. It contains the encryption key of each account, which no script can read. The
 * other values are encrypted with this key: the drafts, the safety plan, the signed-in person, the changes that wait to
 * be sent with their files, and some answers of the server that can be shown until they expire.
 */
export class DraftDatabase {
  #db: IDBPDatabase<Stores>
  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  static async open(): Promise<DraftDatabase> {
    return new DraftDatabase(
      await openDB<Stores>('attune', 5, {
        upgrade(db, before) {
          if (before < 1) {
            db.createObjectStore('keys')
            db.createObjectStore('drafts', { keyPath: ['account', 'name', 'writer'] })
          }
          if (before < 2) db.createObjectStore('plans', { keyPath: 'account' })
          if (before < 3) {
            db.createObjectStore('person')
            const outgoing = db.createObjectStore('outgoing', { keyPath: 'number', autoIncrement: true })
            outgoing.createIndex('account', 'account')
          }
          if (before < 4) db.createObjectStore('files', { keyPath: ['account', 'file', 'part'] })
          const answers = db.createObjectStore('answers', { keyPath: ['account', 'kind', 'id'] })
          answers.createIndex('age', ['account', 'kind', 'at'])
          answers.createIndex('until', 'until')
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

  /**
   * Writes a version that another page has left in local storage, like `put`. Writes nothing if a newer version of its
   * writer is stored, or if the account has signed out and its key is deleted.
   */
  async putLeft(draft: StoredDraft, instead: readonly string[]) {
    const transaction = this.#db.transaction(['keys', 'drafts'], 'readwrite')
    const drafts = transaction.objectStore('drafts')
    const work = async () => {
      if (!(await transaction.objectStore('keys').getKey(draft.account))) return
      const stored = await drafts.get([draft.account, draft.name, draft.writer])
      if (stored && stored.at > draft.at) return
      await drafts.put(draft)
      for (const writer of instead) void drafts.delete([draft.account, draft.name, writer])
    }
    await Promise.all([work(), transaction.done])
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

  /** Stores the signed-in person. Deletes the answers that other accounts have stored, and those that have expired. */
  async savePerson(person: StoredPersonRecord) {
    const transaction = this.#db.transaction(['person', 'answers'], 'readwrite')
    const answers = transaction.objectStore('answers')
    const work = async () => {
      await transaction.objectStore('person').put(person, onlyKey)
      for (const key of await answers.getAllKeys()) if (key[0] !== person.account) void answers.delete(key)
      for (const key of await answers.index('until').getAllKeys(passed())) void answers.delete(key)
    }
    await Promise.all([work(), transaction.done])
  }

  /** Deletes the stored person and all stored answers. */
  async forgetPerson() {
    const transaction = this.#db.transaction(['person', 'answers'], 'readwrite')
    void transaction.objectStore('person').delete(onlyKey)
    void transaction.objectStore('answers').clear()
    await transaction.done
  }

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

  /** Replaces a waiting change. Does nothing if the change has been deleted. */
  async replaceOutgoing(change: StoredOutgoing) {
    const { store, done } = this.#db.transaction('outgoing', 'readwrite')
    if (await store.get(change.number as number)) void store.put(change)
    await done
  }

  saveFilePart = (part: StoredFilePart) => this.#db.put('files', part)
  /** Returns the parts of a file in their order. */
  fileParts = (account: string, file: string) => this.#db.getAll('files', keysUnder(account, file))
  discardFile = (account: string, file: string) => this.#db.delete('files', keysUnder(account, file))

  /** Deletes the files of an account that are not in `used`, except those that were stored within the last hour. */
  async discardUnusedFiles(account: string, used: ReadonlySet<string>) {
    for (const [, file, part] of await this.#db.getAllKeys('files', keysUnder(account))) {
      if (part > 0 || used.has(file)) continue
      const first = await this.#db.get('files', [account, file, part])
      if (first && Date.now() - first.at > unusedFileMilliseconds) await this.discardFile(account, file)
    }
  }

  answer = (account: string, kind: string, id: string) => this.#db.get('answers', [account, kind, id])

  /**
   * Stores answers of one account and kind. Keeps at most `entries` answers of this kind, those with the latest `at`, and
   * deletes all answers that have expired. Stores nothing if the account has signed out and its key is deleted.
   */
  async saveAnswers(account: string, kind: string, rows: readonly StoredAnswerRow[], entries: number) {
    const transaction = this.#db.transaction(['keys', 'answers'], 'readwrite')
    const answers = transaction.objectStore('answers')
    const work = async () => {
      if (!(await transaction.objectStore('keys').getKey(account))) return
      await Promise.all(rows.map((row) => answers.put(row)))
      for (const key of await answers.index('until').getAllKeys(passed())) void answers.delete(key)
      const byAge = await answers.index('age').getAllKeys(keysUnder(account, kind))
      for (const key of byAge.slice(0, Math.max(0, byAge.length - entries))) void answers.delete(key)
    }
    await Promise.all([work(), transaction.done])
  }

  /** Deletes the answers of an account for which `isKept` returns false. */
  async discardAnswers(account: string, isKept: (id: string, kind: string) => boolean) {
    const { store, done } = this.#db.transaction('answers', 'readwrite')
    for (const key of await store.getAllKeys(keysUnder(account))) if (!isKept(key[2], key[1])) void store.delete(key)
    await done
  }

  /** Whether a draft or a waiting change of an account is stored. */
  async holdsUnsent(account: string): Promise<boolean> {
    const counts = [
      this.#db.count('drafts', keysUnder(account)),
      this.#db.countFromIndex('outgoing', 'account', account),
    ]
    return holdsLatestDrafts(account) || (await Promise.all(counts)).some((count) => count > 0)
  }

  /** Deletes all stored data of an account. */
  async erase(account: string) {
    const stores = ['keys', 'drafts', 'plans', 'person', 'outgoing', 'files', 'answers'] as const
    const transaction = this.#db.transaction(stores, 'readwrite')
    const person = await transaction.objectStore('person').get(onlyKey)
    if (person?.account === account) void transaction.objectStore('person').delete(onlyKey)
    const outgoing = transaction.objectStore('outgoing')
    for (const number of await outgoing.index('account').getAllKeys(account)) void outgoing.delete(number)
    void transaction.objectStore('plans').delete(account)
    void transaction.objectStore('keys').delete(account)
    void transaction.objectStore('drafts').delete(keysUnder(account))
    void transaction.objectStore('files').delete(keysUnder(account))
    void transaction.objectStore('answers').delete(keysUnder(account))
    eraseLatestDrafts(account)
    await transaction.done
  }
}
