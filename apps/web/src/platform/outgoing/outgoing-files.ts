import type { FileId } from '@attune/contract/common/ids'
import { decryptBytes, encryptBytes } from '../offline/encryption.ts'
import { withdrawn, type OutgoingChange, type OutgoingFile } from './outgoing-state.ts'
import { decryptChange, encryptChange, type OpenedAccount } from './outgoing-store.ts'

/** The size of a stored part in bytes. A part is encrypted as a whole, so it must fit into memory several times. */
const partBytes = 2 * 1024 * 1024

const partName = (account: string, id: FileId, part: number) => `${account}file${id}:${part}`

/**
 * The files of changes that wait to be sent, until they are uploaded. They are stored on this device in encrypted
 * parts. A file for which there is no space stays in the memory of this page.
 */
export class OutgoingFiles {
  #opened: OpenedAccount | null = null
  #added = new Map<string, { blob: Blob; isStored: boolean }>()

  /** Opens the files of an account. Deletes those that no change refers to, which a crash can leave behind. */
  async open(opened: OpenedAccount, changes: readonly OutgoingChange[]): Promise<void> {
    this.#opened = opened
    const used = new Set(changes.flatMap(({ files }) => files?.map(({ id }) => id) ?? []))
    await opened.store.discardUnusedFiles(opened.account, used)
  }

  /** Removes the files from memory. They stay stored on this device. */
  close() {
    this.#opened = null
    this.#added.clear()
  }

  /** Stores the files of a change. */
  async add(blobs: ReadonlyMap<string, Blob>): Promise<void> {
    for (const [id, blob] of blobs) {
      const isStored = this.#opened !== null && (await storeFile(this.#opened, id, blob))
      this.#added.set(id, { blob, isStored })
    }
  }

  /** Whether closing this page would lose a file. */
  isOnlyInMemory = (id: FileId): boolean => this.#added.get(id)?.isStored === false

  /** Returns a file; null if it is not on this device or cannot be decrypted. */
  async read(id: FileId): Promise<Blob | null> {
    return this.#added.get(id)?.blob ?? (this.#opened && readStoredFile(this.#opened, id))
  }

  /** Marks a change that waits for its files as withdrawn, unless it is being sent. */
  async withdraw({ account, store }: OpenedAccount, number: number): Promise<void> {
    const stored = (await store.outgoing(account)).find((one) => one.number === number)
    if (stored && !stored.attempted) await store.replaceOutgoing({ ...stored, refused: withdrawn })
  }

  /**
   * Stores the result of an upload in the change that contains the file. If the result contains a problem, marks the change as refused with
   * FILE_REFUSED.
   */
  async settle(opened: OpenedAccount, number: number, id: FileId, result: Partial<OutgoingFile>): Promise<void> {
    const stored = (await opened.store.outgoing(opened.account)).find((one) => one.number === number)
    const change = stored && (await decryptChange(opened, stored))
    if (!change) return
    const { number: _, refused, ...rest } = change
    const files = rest.files?.map((file) => (file.id === id ? { ...file, ...result } : file)) ?? []
    const encrypted = await encryptChange(opened, { ...rest, files })
    await opened.store.replaceOutgoing({ ...stored, ...encrypted, refused: result.problem ? 'FILE_REFUSED' : refused })
    if (result.isUploaded) await this.discard(id)
  }

  async discard(id: FileId): Promise<void> {
    this.#added.delete(id)
    await this.#opened?.store.discardFile(this.#opened.account, id)
  }
}

/** Stores a file. Returns false if there is not enough space. */
async function storeFile({ account, store, key }: OpenedAccount, id: FileId, blob: Blob): Promise<boolean> {
  try {
    for (let part = 0; part * partBytes < blob.size; part++) {
      const plain = await blob.slice(part * partBytes, (part + 1) * partBytes).arrayBuffer()
      const encrypted = await encryptBytes(key, partName(account, id, part), plain)
      await store.saveFilePart({ account, file: id, part, at: Date.now(), ...encrypted })
    }
    return true
  } catch {
    await store.discardFile(account, id).catch(() => {})
    return false
  }
}

async function readStoredFile({ account, store, key }: OpenedAccount, id: FileId): Promise<Blob | null> {
  const parts = await store.fileParts(account, id)
  if (parts.length === 0) return null
  const plain = parts.map((stored, part) => decryptBytes(key, partName(account, id, part), stored))
  return Promise.all(plain).then(
    (bytes) => new Blob(bytes),
    () => null,
  )
}
