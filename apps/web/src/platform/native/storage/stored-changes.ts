import type { DraftDatabase, StoredFilePart, StoredOutgoing } from '../../offline/draft-database.ts'
import type { OutgoingStore } from '../../outgoing/outgoing-store.ts'
import type { NativeFiles } from './files.ts'
import { storageError } from './storage-error.ts'
import { StoredChangeFiles } from './stored-change-files.ts'
import { type OutgoingRow, readOutgoing, writeOutgoing } from './stored-rows.ts'

type Stored = OutgoingRow & { revisions: number[] }

/**
 * The queued changes of an account, in one file per revision of a change, such as `1795428000000.2`. A file is never changed: an update writes a new
 * revision and then deletes the previous ones. If the app ends between two steps, each change is therefore in its state before or after the step. The
 * files are read once and then cached in this object.
 */
export class StoredChanges implements OutgoingStore {
  readonly #files: NativeFiles
  readonly #folder: string
  readonly #parts: StoredChangeFiles
  #rows = new Map<number, Stored>()
  #last = 0
  #steps: Promise<unknown> = Promise.resolve()

  constructor(files: NativeFiles, account: string) {
    this.#files = files
    this.#folder = `outgoing/${account}`
    this.#parts = new StoredChangeFiles(files, account)
  }

  /** Reads the stored changes. Moves the changes that an earlier build stored in the browser's database into files. */
  static async open(files: NativeFiles, account: string, database: DraftDatabase): Promise<StoredChanges> {
    const changes = new StoredChanges(files, account)
    await changes.#load(account)
    for (const earlier of await database.outgoing(account)) {
      const number = earlier.number as number
      // Numbers from the database are lower than those of new changes, so the changes from the database are still sent first.
      if (!changes.#rows.has(number)) await changes.#write({ ...earlier, number }, [])
      await database.discardOutgoing(number)
    }
    return changes
  }

  async #load(account: string) {
    const names = (await this.#files.list(this.#folder)).filter((name) => /^\d+\.\d+$/.test(name))
    const found = names.map((name) => name.split('.').map(Number) as [number, number])
    for (const [number, revision] of found.toSorted(([a, x], [b, y]) => a - b || x - y)) {
      this.#last = Math.max(this.#last, number)
      const path = this.#path(number, revision)
      const row = readOutgoing(account, number, await this.#files.read(path))
      if (row === undefined) await this.#files.remove(path)
      // The last completely written revision counts. A record of a later version is not changed.
      const revisions = [...(this.#rows.get(number)?.revisions ?? []), revision]
      if (row) this.#rows.set(number, { ...row, revisions })
    }
    for (const { instead } of this.#rows.values()) for (const number of instead) await this.#delete(number)
  }

  outgoing = async () =>
    [...this.#rows.values()].map(({ change }) => change).sort((one, other) => one.number - other.number)

  addOutgoing = (change: StoredOutgoing, instead: readonly number[]) =>
    this.#inOrder(async () => {
      const replaced = instead.filter((number) => {
        const earlier = this.#rows.get(number)?.change
        return earlier && (!earlier.attempted || earlier.refused)
      })
      // A number is never reused, even after all files were deleted.
      this.#last = Math.max(this.#last + 1, Date.now())
      await this.#write({ ...change, number: this.#last }, replaced)
      for (const number of replaced) await this.#delete(number)
    })

  replaceOutgoing = (change: StoredOutgoing) =>
    this.#inOrder(async () => {
      const number = change.number as number
      const row = this.#rows.get(number)
      if (row) await this.#write({ ...change, number }, row.instead)
    })

  // The queue saves only changes that were loaded here.
  saveOutgoing = async (change: StoredOutgoing) => {
    await this.replaceOutgoing(change)
    return change.number as number
  }

  attemptOutgoing = (number: number) =>
    this.#inOrder(async () => {
      const row = this.#rows.get(number)
      if (row && !row.change.attempted) await this.#write({ ...row.change, attempted: true }, row.instead)
      return row?.change
    })

  discardOutgoing = (number: number) => this.#inOrder(() => this.#delete(number))

  saveFilePart = (part: StoredFilePart) => this.#parts.save(part)
  fileParts = (_account: string, file: string) => this.#parts.read(file)
  discardFile = (_account: string, file: string) => this.#parts.discard(file)
  discardUnusedFiles = (_account: string, used: ReadonlySet<string>) => this.#parts.discardUnused(used)

  /** Deletes the changes and their files. Later steps find nothing. */
  erase = () =>
    this.#inOrder(async () => {
      this.#rows.clear()
      await this.#files.removeFolder(this.#folder)
      await this.#parts.erase()
    })

  #path = (number: number, revision: number) => `${this.#folder}/${number}.${revision}`

  /** Writes the next revision of a change and deletes the previous ones. Throws if the device cannot store it. */
  async #write(change: OutgoingRow['change'], instead: number[]) {
    const before = this.#rows.get(change.number)?.revisions ?? []
    const revision = (before.at(-1) ?? 0) + 1
    const path = this.#path(change.number, revision)
    try {
      await this.#files.write(path, writeOutgoing(change, instead))
    } catch {
      await this.#files.remove(path).catch(() => {})
      throw storageError()
    }
    this.#rows.set(change.number, { change, instead, revisions: [...before, revision] })
    await this.#remove(change.number, before)
    this.#rows.set(change.number, { change, instead, revisions: [revision] })
  }

  /** Deletes a change. Deletes its last revision last, so that an earlier revision never becomes the current one again. */
  async #delete(number: number) {
    await this.#remove(number, this.#rows.get(number)?.revisions ?? [])
    this.#rows.delete(number)
  }

  async #remove(number: number, revisions: number[]) {
    for (const revision of revisions) await this.#files.remove(this.#path(number, revision))
  }

  /** Runs steps one after the other, like the transactions of a database. */
  #inOrder<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#steps.then(step)
    this.#steps = done.catch(() => {})
    return done
  }
}
