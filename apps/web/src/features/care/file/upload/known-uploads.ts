import type { FileId } from '@attune/contract/common/ids'
import { unreferencedFileHours } from '@attune/contract/features/care/file/file.rules'
import { browserStorage } from '../../../../platform/safe-storage.ts'

const prefix = 'attune-upload:'
const hour = 60 * 60_000

/**
 * Returns the storage key of an upload: a digest of the account and the file's properties. It is a digest because the
 * browser's storage must not contain the file name.
 */
export async function uploadFingerprint(owner: string, file: File): Promise<string> {
  const content = new TextEncoder().encode([owner, file.name, file.type, file.size, file.lastModified].join('\n'))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content), 0, 16)
  return prefix + Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the storage key of an upload whose file the person cannot choose again. */
export const markOf = (id: FileId) => prefix + id

/** Returns the id of an unfinished upload with the storage key `name`; null if there is none or it has expired. */
export function unfinishedUploadId(name: string): string | null {
  const [id = '', at = ''] = browserStorage.get(name)?.split(' ') ?? []
  return id && Date.now() - Number(at) < (unreferencedFileHours - 1) * hour ? id : null
}

export function storeUnfinishedUpload(name: string, id: FileId): void {
  for (const key of browserStorage.keys())
    if (key.startsWith(prefix) && !unfinishedUploadId(key)) browserStorage.remove(key)
  browserStorage.set(name, `${id} ${Date.now()}`)
}

export const forgetUpload = (name: string) => browserStorage.remove(name)
