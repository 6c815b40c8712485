import { looseFileHours } from '@attune/contract/features/file'
import { forBrowser } from '../../platform/keep.ts'

const prefix = 'attune-upload:'
const hour = 60 * 60_000

/** The storage key of an upload, from the account and the file. It is a digest, so that the file name is not readable in the browser's storage. */
export async function fingerprint(owner: string, file: File): Promise<string> {
  const content = new TextEncoder().encode([owner, file.name, file.type, file.size, file.lastModified].join('\n'))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content), 0, 16)
  return prefix + Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The id of an unfinished upload with this key, which can be continued; null when there is none or it has expired. */
export function unfinishedId(name: string): string | null {
  const [id = '', at = ''] = forBrowser.get(name)?.split(' ') ?? []
  return id && Date.now() - Number(at) < (looseFileHours - 1) * hour ? id : null
}

export function remember(name: string, id: string): void {
  for (const key of forBrowser.keys()) if (key.startsWith(prefix) && !unfinishedId(key)) forBrowser.drop(key)
  forBrowser.set(name, `${id} ${Date.now()}`)
}

export const forget = (name: string) => forBrowser.drop(name)
