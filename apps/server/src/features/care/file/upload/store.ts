import type { AccountId, FileId } from '@attune/contract/common/ids'
import { DataStore, Upload } from '@tus/server'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../../../platform/app-context.ts'
import { receivedBytes } from '../../../../platform/files/upload-parts.ts'
import { S3Error } from '../../../../platform/object-store/s3-requests.ts'
import { readParts, recordPart } from './progress.ts'

/** The upload of the current request and its owner. The store reads them, because tus calls it only with the id of the upload. */
export type CurrentUpload = AsyncLocalStorage<{ ownerId: AccountId; upload: Upload }>

/** A refusal as an error that tus converts to a response. The body of the response is the code. */
export class TusRefusal extends Error {
  readonly status_code: number
  readonly body: string
  constructor(status: number, code: string) {
    super(code)
    this.status_code = status
    this.body = code
  }
}

type PartContext = Pick<AppContext, 'db' | 'fileStore' | 'log'>

/** Stores the body of each request as one part of its upload. The row of the file lists the valid parts, so any server can continue an upload. */
export class UploadPartStore extends DataStore {
  readonly #app: PartContext
  readonly #current: CurrentUpload
  /** The writes of this server that have not ended, by the id of the upload. */
  readonly #writing = new Map<string, Promise<unknown>>()

  constructor(app: PartContext, current: CurrentUpload) {
    super()
    this.#app = app
    this.#current = current
    this.extensions = ['creation', 'termination']
  }

  override async getUpload(id: FileId): Promise<Upload> {
    const { ownerId, upload } = this.#now()
    // A request whose connection broke may still be storing its bytes.
    await this.#writing.get(id)?.catch(() => {})
    const parts = await readParts(this.#app, ownerId, id)
    return new Upload({ id, size: upload.size ?? 0, offset: receivedBytes(parts ?? []) })
  }

  /** Stores the received bytes, also those before an interruption, and returns the new offset. Refuses them if another request was faster. */
  override async write(body: Readable, id: FileId, offset: number): Promise<number> {
    const { ownerId } = this.#now()
    const written = this.#writePart(body, { ownerId, id, offset })
    this.#writing.set(id, written)
    try {
      return offset + (await written)
    } finally {
      if (this.#writing.get(id) === written) this.#writing.delete(id)
    }
  }

  /** Waits until the running writes of this server have ended. */
  async stored(): Promise<void> {
    await Promise.allSettled(this.#writing.values())
  }

  async #writePart(
    body: Readable,
    { ownerId, id, offset }: { ownerId: AccountId; id: FileId; offset: number },
  ): Promise<number> {
    const { fileStore } = this.#app
    const draft = fileStore.newDraftPath(id)
    try {
      const size = await this.#writeDraft(body, draft)
      if (size === 0) return 0
      const name = await fileStore.parts.store(id, draft, { offset, size })
      if (await recordPart(this.#app, ownerId, id, { offset, name })) return size
      await fileStore.parts.remove(id, [name])
    } catch (error) {
      throw this.#refusalOf(error)
    } finally {
      await rm(draft, { force: true })
    }
    throw new TusRefusal(409, 'CONFLICT')
  }

  /**
   * Writes a body to a draft. If the connection breaks, keeps the bytes that have arrived. Returns the number of bytes. Throws if the disk or the
   * quota is full.
   */
  async #writeDraft(body: Readable, draft: string): Promise<number> {
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
    await pipeline(body, target).catch((error: NodeJS.ErrnoException) => {
      if (['ENOSPC', 'EDQUOT'].includes(error.code ?? '')) throw error
    })
    return target.bytesWritten
  }

  #refusalOf(error: unknown): TusRefusal {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return new TusRefusal(507, 'NO_ROOM')
    if (error instanceof S3Error && error.problem === 'full') return new TusRefusal(507, 'NO_ROOM')
    if (error instanceof S3Error) {
      this.#app.log.warn('a part of an upload was not stored', { code: error.problem })
      return new TusRefusal(503, 'UNAVAILABLE')
    }
    this.#app.log.error('a part of an upload was not stored', { error })
    return new TusRefusal(500, 'INTERNAL_SERVER_ERROR')
  }

  #now(): { ownerId: AccountId; upload: Upload } {
    const now = this.#current.getStore()
    if (!now) throw new Error('an upload that was not looked up')
    return now
  }
}
