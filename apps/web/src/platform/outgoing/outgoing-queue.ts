import type { FileId } from '@attune/contract/common/ids'
import { api } from '../api/api.ts'
import { accountKey } from '../offline/account-key.ts'
import { DraftDatabase } from '../offline/draft-database.ts'
import { OutgoingFiles } from './outgoing-files.ts'
import {
  decryptChange,
  encryptChange,
  eraseOutgoingStore,
  openOutgoingStore,
  type OpenedAccount,
} from './outgoing-store.ts'
import { sendFailure } from './outgoing-failure.ts'
import {
  reportSent,
  pendingChanges,
  waitsForFiles,
  type OutgoingChange,
  type OutgoingFile,
  type PendingChange,
} from './outgoing-state.ts'
import { SentVersions, versionOf } from './sent-versions.ts'
import { queryClient } from '../query/query-client.ts'

type Send = (change: OutgoingChange) => Promise<unknown>
type Procedures = Record<string, Record<string, (input: object, options: object) => Promise<unknown>>>

/** Sends a change to its procedure. The queue decides when it is sent again, so the call itself does not repeat it. */
export const sendChange: Send = ({ path: [feature, procedure], input }) => {
  const call = (api as unknown as Procedures)[feature]?.[procedure] as Procedures[string][string]
  return call(input, { context: { offline: 'fail', retry: { times: 0, baseSeconds: 1, maxSeconds: 1 } } })
}

const lockName = 'attune-outgoing'

/** Whether a later change, which was added while this one was being sent, contains everything that this one contains. */
const isReplaced = ({ thing, number }: PendingChange) =>
  pendingChanges.get().some((later) => later.thing === thing && later.number > number && later.replaces === true)

/** Runs the work in only one tab of this browser at a time. The other tabs wait until the work has ended. */
export const runInOneTab = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/**
 * Stores the person's changes on this device, encrypted like drafts, until the server has accepted or refused them. A
 * closed page does not lose them. One tab sends them in the order in which they were added. A refused change, and a
 * change whose files are being uploaded, delay only the later changes of the same thing.
 */
export class OutgoingQueue {
  readonly #send: Send
  #opened: (OpenedAccount & { database: DraftDatabase }) | null = null
  #running: Promise<void> | null = null
  #isAsked = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #versions = new SentVersions()
  readonly files = new OutgoingFiles()
  #settled: Promise<void> = Promise.resolve()
  #channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(lockName) : null

  constructor(send: Send) {
    this.#send = send
    if (this.#channel) this.#channel.onmessage = () => void this.#load().then(this.flush)
  }

  /** Loads the changes of this account and sends them. Loads none if this browser cannot store data. */
  async open(account: string): Promise<void> {
    if (this.#opened?.account === account) return
    this.close()
    await this.#open(account).catch(() => {})
    await this.#load()
    if (this.#opened) void this.files.open(this.#opened, pendingChanges.get()).catch(() => {})
    void this.flush()
  }

  async #open(account: string) {
    const database = await DraftDatabase.open()
    const key = await accountKey(database, account)
    this.#opened = { account, store: await openOutgoingStore(account, database), key, database }
  }

  /** Removes the loaded changes from memory. They stay stored on this device. */
  close() {
    clearTimeout(this.#timer)
    this.#opened?.database.close()
    this.#opened = null
    this.#versions.clear()
    this.files.close()
    pendingChanges.set([])
  }

  /** Deletes the changes of an account that are not in the browser's database. Called on sign-out. */
  async erase(account: string): Promise<void> {
    this.close()
    await eraseOutgoingStore(account)
  }

  /**
   * Stores a change with the files that are not uploaded yet, and sends it as soon as possible. Throws if this browser
   * cannot store the change. A file for which there is no space stays in the memory of this page.
   */
  async add(change: OutgoingChange, blobs: ReadonlyMap<string, Blob> = new Map()): Promise<void> {
    const opened = this.#require()
    await this.files.add(blobs)
    const earlier = change.replaces ? pendingChanges.get().filter(({ thing }) => thing === change.thing) : []
    await opened.store.addOutgoing(
      { account: opened.account, attempted: false, refused: null, ...(await encryptChange(opened, change)) },
      earlier.map(({ number }) => number),
    )
    await this.#changed()
    void this.flush()
  }

  /** Whether this device stores changes that were not sent yet or were refused. */
  get isWaiting() {
    return pendingChanges.get().length > 0
  }

  /** Deletes a change. The later changes of the same thing, which a refused change delays, can then be sent. */
  async discard(number: number): Promise<void> {
    await this.#discard({ number, files: pendingChanges.get().find((change) => change.number === number)?.files ?? [] })
    void this.flush()
  }

  async #discard({ number, files = [] }: Pick<PendingChange, 'number' | 'files'>) {
    await this.#opened?.store.discardOutgoing(number)
    for (const { id } of files) await this.files.discard(id)
    await this.#changed()
  }

  /**
   * Records the result of the upload of a file in its change. If all files of the change are uploaded, the change can be sent. If the file was
   * refused, the change is marked as refused with FILE_REFUSED.
   */
  settleFile(number: number, id: FileId, result: Partial<OutgoingFile>): Promise<void> {
    // Results of one change are saved one after the other, so that none is lost.
    this.#settled = this.#settled
      .then(() => this.files.settle(this.#require(), number, id, result))
      .then(() => this.#changed())
      .then(() => void this.flush())
      .catch(() => {})
    return this.#settled
  }

  /** Withdraws a change that waits for its files. It counts as refused with WITHDRAWN, so that the person can edit it. */
  async withdraw(number: number): Promise<void> {
    await this.files.withdraw(this.#require(), number)
    await this.#changed()
  }

  /**
   * Sends all changes that can be sent now, under a lock of the account. A call during a running flush waits until that flush and a further flush
   * have ended, because the running flush may already have looked for changes for the last time.
   */
  flush = (): Promise<void> => {
    clearTimeout(this.#timer)
    if (!this.#opened || !navigator.onLine || !pendingChanges.get().some(({ refused }) => !refused))
      return Promise.resolve()
    this.#isAsked = true
    this.#running ??= this.#sendWhileAsked()
    return this.#running
  }

  async #sendWhileAsked() {
    do {
      this.#isAsked = false
      await runInOneTab(`${lockName} ${this.#opened?.account}`, () => this.#sendAll()).catch(() => {})
      // After a failure, the next attempt waits for its time or for the connection.
    } while (this.#isAsked && this.#failures === 0)
    this.#running = null
  }

  #require(): OpenedAccount {
    if (!this.#opened) throw new Error('this browser stores no changes')
    return this.#opened
  }

  async #sendAll() {
    await this.#load()
    const held = new Set<string>()
    // Finds the oldest change whose `thing` is not in `held`.
    const find = () => pendingChanges.get().find(({ thing }) => !held.has(thing))
    for (let next = find(); next; next = find()) {
      if (next.refused && isReplaced(next)) await this.#discard(next)
      else if (next.refused || waitsForFiles(next)) held.add(next.thing)
      else if (!(await this.#sendOne(next))) return
    }
    this.#failures = 0
  }

  /** Sends one change. Returns whether the next one can be sent now. */
  async #sendOne({ number }: PendingChange): Promise<boolean> {
    const opened = this.#require()
    const stored = await opened.store.attemptOutgoing(number)
    const change = stored && (await decryptChange(opened, stored))
    if (!change) {
      // Another tab has already sent this change.
      await this.#load()
      return true
    }
    try {
      const answer = await this.#send(this.#versions.onNewest(change))
      this.#versions.note(change, versionOf(answer))
      await this.#rebase(change, versionOf(answer))
      reportSent(change, answer)
      await opened.store.discardOutgoing(number)
      this.#failures = 0
      await this.#changed()
      void queryClient.invalidateQueries({ queryKey: [[change.path[0]]] })
      return true
    } catch (error) {
      const failure = sendFailure(error, this.#failures)
      if (failure.kind === 'refused') {
        if (failure.code === change.notNeededAfter) await opened.store.discardOutgoing(number)
        else await opened.store.saveOutgoing({ ...stored, refused: failure.code })
        await this.#changed()
        return true
      }
      this.#failures += 1
      if (failure.kind === 'later') this.#retry(failure.seconds * 1000)
      return false
    }
  }

  #retry(milliseconds: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  /**
   * Updates the version in the later changes of the same thing to the version that the server now has. The person made
   * these changes after the change that was just sent, so they do not conflict with it.
   */
  async #rebase({ thing }: OutgoingChange & { number: number }, version: unknown) {
    if (typeof version !== 'number') return
    const opened = this.#require()
    for (const stored of await opened.store.outgoing(opened.account)) {
      const later = await decryptChange(opened, stored)
      if (!later || later.thing !== thing || typeof versionOf(later.input) !== 'number' || stored.attempted) continue
      const change = { ...later, input: { ...later.input, version } }
      await opened.store.saveOutgoing({ ...stored, ...(await encryptChange(opened, change)) })
    }
  }

  async #changed() {
    await this.#load()
    this.#channel?.postMessage('changed')
  }

  async #load() {
    const opened = this.#opened
    if (!opened) return
    const all = (await opened.store.outgoing(opened.account)).map((stored) => decryptChange(opened, stored))
    const changes = await Promise.all(all)
    if (this.#opened?.account === opened.account) pendingChanges.set(changes.filter((change) => change !== null))
  }
}

export const outgoingQueue = new OutgoingQueue(sendChange)
addEventListener('online', () => void outgoingQueue.flush())
document.addEventListener('visibilitychange', () => void outgoingQueue.flush())
