import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Sealed } from './seal.ts'

/** A version of a draft: several tabs write each their own. */
export type Kept = Sealed & { account: string; name: string; writer: string; at: number }

/** The safety plan of an account; `open`: its owner wants it readable while nobody is signed in or the page is locked. */
export type KeptPlan = Sealed & { account: string; open: boolean }

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  drafts: { key: [string, string, string]; value: Kept }
  plans: { key: string; value: KeptPlan }
}

/** Everything that begins with these parts: an array comes after every text. */
const under = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])

/** What the browser keeps between visits: for each account its key, which no script can read, and what it sealed. */
export class Shelf {
  #db: IDBPDatabase<Stores>
  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  static async open(): Promise<Shelf> {
    return new Shelf(
      await openDB<Stores>('attune', 2, {
        upgrade(db, before) {
          if (before < 1) {
            db.createObjectStore('keys')
            db.createObjectStore('drafts', { keyPath: ['account', 'name', 'writer'] })
          }
          db.createObjectStore('plans', { keyPath: 'account' })
        },
        // Another tab wants a newer form of the shelf, or to throw it away: it is not kept waiting.
        blocking: (_, __, event) => (event.target as IDBDatabase).close(),
      }),
    )
  }

  close = () => this.#db.close()

  key = (account: string) => this.#db.get('keys', account)
  keepKey = (account: string, key: CryptoKey) => this.#db.put('keys', key, account)

  drafts = (account: string) => this.#db.getAll('drafts', under(account))
  versions = (account: string, name: string) => this.#db.getAll('drafts', under(account, name))

  /** Puts one version in the place of others; all of it or nothing. */
  async put(draft: Kept, instead: readonly string[]) {
    const deed = this.#db.transaction('drafts', 'readwrite')
    const done = [deed.store.put(draft)]
    for (const writer of instead) void deed.store.delete([draft.account, draft.name, writer])
    // Said at once: a page that is being closed does not hear any more that its writes were accepted.
    deed.commit()
    await Promise.all([...done, deed.done])
  }

  async drop(account: string, name: string, writers: readonly string[]) {
    const deed = this.#db.transaction('drafts', 'readwrite')
    for (const writer of writers) void deed.store.delete([account, name, writer])
    await deed.done
  }

  plan = (account: string) => this.#db.get('plans', account)
  plans = () => this.#db.getAll('plans')
  keepPlan = (plan: KeptPlan) => this.#db.put('plans', plan)

  /** Nothing of an account stays. */
  async erase(account: string) {
    const deed = this.#db.transaction(['keys', 'drafts', 'plans'], 'readwrite')
    void deed.objectStore('plans').delete(account)
    void deed.objectStore('keys').delete(account)
    void deed.objectStore('drafts').delete(under(account))
    await deed.done
  }
}
