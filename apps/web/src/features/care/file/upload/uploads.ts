import type { FileId } from '@attune/contract/common/ids'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { fileLimits, filesPerResource } from '@attune/contract/features/care/file/file.rules'
import { createStore } from '../../../../platform/create-store.ts'
import { uploadFingerprint, forgetUpload, storeUnfinishedUpload, unfinishedUploadId } from './known-uploads.ts'
import { type FileProblem, fileKindOf, canShrink } from '../file-kinds.ts'
import type { ChosenFile, LocalUpload, RejectedFile, ReleasedFile, UploadDeps, UploadItem } from './items.ts'
import { chosenFileProblem, localUpload, releasedFile, restoredUpload, serverFields } from './items.ts'
import { updatedItem, uploadItemOf } from './items.ts'

const maxParallel = 3
const pollDelays = [400, 800, 1_500, 3_000, 6_000]

/**
 * Manages the files of one resource: the files on the server and the files being uploaded. At most three uploads run at
 * a time.
 */
export class Uploads {
  #deps: UploadDeps
  #items: (UploadItem | LocalUpload)[]
  #looking: ReturnType<typeof setTimeout> | undefined
  #polls = 0
  #shrunk: Promise<void> = Promise.resolve()
  #shown = createStore<readonly UploadItem[]>([])

  constructor(deps: UploadDeps, known: readonly StoredFile[] = []) {
    this.#deps = deps
    this.#items = known.map(uploadItemOf)
    this.#notifySubscribers()
  }

  get items(): readonly UploadItem[] {
    return this.#shown.get()
  }

  /** The ids that can be saved with the resource now, in order. */
  get ids(): string[] {
    return this.#items.filter(({ begun, state }) => begun && state !== 'refused').map(({ id }) => id)
  }

  /**
   * Whether the page contains a file, such as a recording, that is not completely sent. Closing the page would lose it.
   */
  get unsent(): boolean {
    return this.#items.some((item) => 'blob' in item && !['checking', 'ready', 'refused'].includes(item.state))
  }

  subscribe = this.#shown.subscribe

  /** Adds the chosen files. Returns the rejected files, each with the reason. */
  async add(chosen: readonly ChosenFile[]): Promise<RejectedFile[]> {
    const rejected: RejectedFile[] = []
    for (const { file, kind: recordedKind, seconds } of chosen) {
      const kind = recordedKind ?? fileKindOf(file)
      const mark = await uploadFingerprint(this.#deps.owner, file)
      const large = !recordedKind && canShrink(file) && file.size > fileLimits.image
      const known = large ? this.#startsAnew(mark) : unfinishedUploadId(mark)
      const same = this.#items.findIndex(({ id }) => id === known)
      // The file is already in the list as an upload from this page, so it is not added again.
      if (same >= 0 && this.#sending(known ?? '')) continue
      const full = same < 0 && this.#items.length >= filesPerResource
      const problem = full ? 'too-many' : large ? null : chosenFileProblem(file, recordedKind)
      if (problem || !kind) {
        rejected.push({ name: file.name, kind, problem: problem ?? 'type' })
        continue
      }
      const state = large ? 'shrinking' : 'waiting'
      const id = known ?? this.#deps.newId()
      const item = localUpload(file, { id, kind, state, mark, seconds: seconds ?? null, begun: known !== null })
      if (same >= 0) this.#items[same] = item
      else this.#items.push(item)
      // Pictures are shrunk one after the other, because drawing a photo takes about 200 MB of memory.
      if (large) this.#shrunk = this.#shrunk.then(() => this.#shrink(item, file))
    }
    this.#next()
    return rejected
  }

  pause(id: FileId): void {
    const item = this.#sending(id)
    if (!item || (item.state !== 'sending' && item.state !== 'waiting')) return
    void item.transfer?.pause()
    this.#set(item, { state: 'paused' })
    this.#next()
  }

  /** Resumes a paused or failed upload. */
  resume(id: FileId): void {
    const item = this.#sending(id)
    if (!item || (item.state !== 'paused' && item.state !== 'failed')) return
    this.#set(item, { state: 'waiting', problem: null })
    this.#next()
  }

  /** Removes a file from the list. The server deletes it unless a saved resource still references it. */
  remove(id: FileId): void {
    const item = this.#items.find((one) => one.id === id)
    if (!item) return
    if ('blob' in item) {
      void item.transfer?.pause()
      forgetUpload(item.mark)
    }
    this.#items = this.#items.filter((one) => one !== item)
    if (item.begun && item.state !== 'refused') this.#deps.deleteFile(id).catch(() => {})
    this.#notifySubscribers()
    this.#next()
  }

  /**
   * Removes all files from the list and stops their uploads, so that other code can continue them. The server keeps the bytes that it has received.
   */
  async release(): Promise<ReleasedFile[]> {
    const items = this.#items
    const released = items.map(releasedFile)
    this.#items = []
    this.#notifySubscribers()
    for (const item of items.filter((one) => 'blob' in one)) {
      item.state = 'paused'
      forgetUpload(item.mark)
      await item.transfer?.pause()
    }
    return released
  }

  /** Puts released files back into the list and continues their uploads. */
  restore(files: readonly ReleasedFile[]): void {
    this.#items.push(...files.map(restoredUpload))
    this.#next()
    this.#lookSoon()
  }

  /** Replaces the list by the server's files. Keeps the uploads from this page that `known` does not contain. */
  setServerFiles(known: readonly StoredFile[]): void {
    const here = this.#items.filter((item) => 'blob' in item && !known.some(({ id }) => id === item.id))
    const before = new Map(this.#items.map((item) => [item.id, item]))
    this.#items = [...known.map((file) => updatedItem(before.get(file.id), file)), ...here]
    this.#notifySubscribers()
    this.#lookSoon()
  }

  /** Fetches the state of the files that the server is checking. */
  async refresh(): Promise<void> {
    const waiting = this.#items.filter(({ state }) => state === 'checking').map(({ id }) => id)
    if (!waiting.length) return
    const files = await this.#deps.fetchFiles(waiting).catch(() => null)
    for (const item of this.#items) {
      const file = files?.find(({ id }) => id === item.id)
      if (file && item.state === 'checking') this.#set(item, serverFields(file))
      else if (files && waiting.includes(item.id) && !file) this.#set(item, { state: 'refused', problem: 'gone' })
    }
    this.#lookSoon()
  }

  async #shrink(item: LocalUpload, file: File): Promise<void> {
    if (!this.#items.includes(item)) return
    const small = await this.#deps.shrink(file).catch(() => null)
    if (!this.#items.includes(item)) return
    if (small) {
      item.blob = small
      this.#set(item, { state: 'waiting', name: small.name.slice(-200), size: small.size })
    } else this.#set(item, { state: 'refused', problem: 'too-large' })
    this.#next()
  }

  /**
   * Returns the id of this picture's upload if the upload started on this page, otherwise null. Removes an unfinished
   * upload from before a reload, because shrinking the picture again may produce different bytes.
   */
  #startsAnew(mark: string): string | null {
    const before = unfinishedUploadId(mark)
    if (before && this.#sending(before)) return before
    if (before) this.remove(before)
    forgetUpload(mark)
    return null
  }

  #sending(id: FileId): LocalUpload | undefined {
    const item = this.#items.find((one) => one.id === id)
    return item && 'blob' in item ? item : undefined
  }

  #set(item: UploadItem, change: Partial<UploadItem>): void {
    Object.assign(item, change)
    this.#notifySubscribers()
  }

  #notifySubscribers(): void {
    this.#shown.set(this.#items.map((item) => ({ ...item })))
  }

  #next(): void {
    const sending = this.#items.filter(({ state }) => state === 'sending').length
    const waiting = this.#items.filter((item): item is LocalUpload => 'blob' in item && item.state === 'waiting')
    for (const item of waiting.slice(0, Math.max(maxParallel - sending, 0))) void this.#send(item)
    this.#notifySubscribers()
  }

  async #send(item: LocalUpload): Promise<void> {
    this.#set(item, { state: 'sending', problem: null })
    try {
      item.transfer ??= await this.#deps.openTransfer(item, {
        onBegun: () => {
          storeUnfinishedUpload(item.mark, item.id)
          this.#set(item, { begun: true })
        },
        onSent: (sent) => this.#set(item, { sent }),
        onDone: () => {
          forgetUpload(item.mark)
          this.#set(item, { state: 'checking', sent: item.size })
          this.#polls = 0
          this.#lookSoon()
          this.#next()
        },
        onStopped: (why) => void this.#stopped(item, why),
      })
      if (item.state === 'sending') item.transfer.start()
    } catch {
      await this.#stopped(item, 'network')
    }
  }

  async #stopped(item: LocalUpload, why: FileProblem | 'login'): Promise<void> {
    item.transfer = null
    if (item.state !== 'sending') return
    if (why === 'login') {
      const back = await this.#deps.signIn().then(
        () => true,
        () => false,
      )
      this.#set(item, back ? { state: 'waiting' } : { state: 'failed', problem: 'network' })
    } else this.#set(item, { state: 'failed', problem: why })
    this.#next()
  }

  #lookSoon(): void {
    clearTimeout(this.#looking)
    if (!this.#items.some(({ state }) => state === 'checking')) return
    const pause = pollDelays[Math.min(this.#polls++, pollDelays.length - 1)]
    this.#looking = setTimeout(() => void this.refresh(), pause)
  }
}
