import type { AccountId, FileId } from '@attune/contract/common/ids'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * The upload of the current request. tus reads the state of an upload from this storage instead of from a file next
 * to the bytes.
 */
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

/** Stores the partial files on disk. Each file is named by the id of the uploaded file. */
export class UploadPartStore extends FileStore {
  constructor(directory: string, present: CurrentUpload) {
    super({
      directory,
      configstore: {
        get: async () => present.getStore()?.upload,
        set: async () => {},
        delete: async () => {},
      },
    })
    this.extensions = ['creation', 'termination']
  }

  /**
   * Writes like the package’s own method, but reports a full disk. Keeps the bytes that were written before an
   * interruption.
   */
  override async write(readable: Readable, id: FileId, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, target)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOSPC' || code === 'EDQUOT') throw new TusRefusal(507, 'NO_ROOM')
      throw new TusRefusal(500, 'INTERNAL_SERVER_ERROR')
    }
    return offset + target.bytesWritten
  }
}
