import type { FileId } from '@attune/contract/common/ids'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { useEffect, useSyncExternalStore } from 'react'
import { api, createId } from '../../../../platform/api/api.ts'
import { useLogin } from '../../../../platform/login/login.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { isPageAbandoned, registerUnsaved } from '../../../../platform/draft/unsaved.ts'
import type { OpenTransfer } from './transfer.ts'
import { Uploads } from './uploads.ts'

/**
 * The uploads by account and resource name. They are stored outside the components, because an upload continues when
 * the person opens another page.
 */
const openUploads = new Map<string, Uploads>()

/**
 * Returns the files of one resource. `name` identifies the resource, for example `entry:<id>`; `known` are its existing
 * files.
 */
export function useUploads(name: string, known: readonly StoredFile[] = []): Uploads {
  const owner = useLogin()?.userId ?? ''
  const key = `${owner} ${name}`
  const uploads = openUploads.get(key) ?? openUploadsOf(key, owner, known)
  useSyncExternalStore(uploads.subscribe, () => uploads.items)
  useEffect(() => {
    openUploads.set(key, uploads)
    return () => {
      if (!uploads.unsent) openUploads.delete(key)
    }
  }, [key, uploads])
  useSubscription('files', () => void uploads.refresh())
  return uploads
}

function openUploadsOf(key: string, owner: string, known: readonly StoredFile[]): Uploads {
  const uploads = new Uploads(depsOf(owner), known)
  openUploads.set(key, uploads)
  warnWhileUnsent(uploads)
  return uploads
}

/**
 * While an upload is unsent, the browser asks before the page is closed, and the app asks before the person signs out.
 */
function warnWhileUnsent(uploads: Uploads): void {
  let release: (() => void) | null = null
  uploads.subscribe(() => {
    if (uploads.unsent === (release !== null)) return
    if (release) release()
    release = uploads.unsent ? blockLeaving(uploads) : null
  })
}

function blockLeaving(uploads: Uploads): () => void {
  const free = registerUnsaved(() => uploads.items.forEach(({ id }) => uploads.pause(id)))
  const ask = (event: BeforeUnloadEvent) => {
    if (!isPageAbandoned()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => {
    free()
    removeEventListener('beforeunload', ask)
  }
}

/** Loads the code of uploads when the first file is uploaded. */
const openTransfer: OpenTransfer = async (...upload) => (await import('./transfer.ts')).openTransfer(...upload)

const depsOf = (owner: string) => ({
  owner,
  openTransfer,
  fetchFiles: async (ids: FileId[]) => (await api.file.mine({ ids })).items,
  shrink: async (file: File) => (await import('./shrink-picture.ts')).shrinkPicture(file),
  deleteFile: (id: FileId) => api.file.delete({ id }),
  // This request changes nothing. Its promise resolves once the person has signed in again.
  signIn: () => api.file.mine({ ids: [] }),
  newId: createId,
})
