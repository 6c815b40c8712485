import type { FileId } from '@attune/contract/common/ids'
import type { File as StoredFile, FileKind } from '@attune/contract/features/care/file/file'
import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { type FileProblem, fileProblemOf } from '../file-kinds.ts'
import { markOf } from './known-uploads.ts'
import type { OpenTransfer, Transfer } from './transfer.ts'

export type UploadState = 'shrinking' | 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'refused' | 'failed'

export type UploadDeps = {
  owner: string
  openTransfer: OpenTransfer
  /** Loads the current state of the files with these ids. */
  fetchFiles(ids: FileId[]): Promise<StoredFile[]>
  deleteFile(id: FileId): Promise<unknown>
  /** Shrinks a picture that is too large; null if the picture cannot be shrunk. */
  shrink(file: File): Promise<File | null>
  /** Resolves once the person is signed in again. */
  signIn(): Promise<unknown>
  newId(): string
}

/** A file on the server, or a file that is being uploaded. */
export type UploadItem = {
  id: FileId
  name: string
  kind: FileKind
  size: number
  /** The duration of a recording; null for other files. */
  seconds: number | null
  /** The bytes that were sent. */
  sent: number
  state: UploadState
  /** The reason why the file was rejected; null if it was not. */
  problem: FileProblem | null
  /** Whether the server has created the upload. From then on its id can be saved with a resource. */
  begun: boolean
  /** The file as the server last returned it; null until then. */
  file: StoredFile | null
}

export type RejectedFile = {
  name: string
  /** Null if it is unknown. */
  kind: FileKind | null
  problem: FileProblem
}
/** A file to add. */
export type ChosenFile = {
  file: File
  /** Set only for a recording. */
  kind?: FileKind
  /** The duration; set only for a recording. */
  seconds?: number
}

/**
 * Returns the reason why a chosen file is rejected; null if it is accepted. `recordedKind` is the kind of a recording; for other files the
 * function detects the kind.
 */
export function chosenFileProblem(file: File, recordedKind: FileKind | undefined): FileProblem | null {
  if (!recordedKind) return fileProblemOf(file)
  if (file.size === 0) return 'empty'
  return file.size > fileLimits[recordedKind] ? 'too-large' : null
}

const states: Record<StoredFile['state'], UploadState> = {
  // The upload started on another device or before a reload. It continues when the person chooses the file again.
  uploading: 'paused',
  checking: 'checking',
  ready: 'ready',
  refused: 'refused',
  quarantined: 'refused',
}

/** The fields of an upload item that the server determines. */
export const serverFields = (file: StoredFile) => ({
  kind: file.kind,
  state: states[file.state],
  problem: file.refusal,
  size: file.size,
  file,
})

export const uploadItemOf = (file: StoredFile): UploadItem => ({
  id: file.id,
  name: file.name,
  seconds: file.seconds,
  sent: file.state === 'uploading' ? 0 : file.size,
  begun: true,
  ...serverFields(file),
})

/** An upload that started on this page. */
export type LocalUpload = UploadItem & {
  /** The data to send. */
  blob: Blob
  /** The storage key of the file, which identifies the file when the person chooses it again. */
  mark: string
  transfer: Transfer | null
}

type Start = Pick<LocalUpload, 'id' | 'kind' | 'seconds' | 'state' | 'begun' | 'mark'>

export const localUpload = (file: File, start: Start): LocalUpload => ({
  name: file.name.slice(-200),
  size: file.size,
  sent: 0,
  problem: null,
  file: null,
  blob: file,
  transfer: null,
  ...start,
})

/** Returns the item of a file with the server's fields. The local state of a running upload is newer than the server's. */
export function updatedItem(before: UploadItem | LocalUpload | undefined, file: StoredFile): UploadItem | LocalUpload {
  if (before && 'blob' in before && file.state === 'uploading') return before
  return before ? Object.assign(before, serverFields(file)) : uploadItemOf(file)
}

/** A file that `Uploads.release` has removed from the list. */
export type ReleasedFile = Pick<UploadItem, 'id' | 'name' | 'kind' | 'size' | 'seconds' | 'problem'> & {
  /** The data to send; null for a file that the server has received completely. */
  blob: Blob | null
}

/**
 * Whether all files can be released: no file was refused or is being shrunk, and every failed upload can be repeated without an action by the person.
 */
export const canRelease = (items: readonly UploadItem[]): boolean =>
  items.every(({ state, problem }) =>
    state === 'failed' ? problem === 'network' : state !== 'refused' && state !== 'shrinking',
  )

export function releasedFile(item: UploadItem | LocalUpload): ReleasedFile {
  const { id, name, kind, size, seconds, state } = item
  const isReceived = state === 'checking' || state === 'ready' || !('blob' in item)
  return { id, name, kind, size, seconds, problem: null, blob: isReceived ? null : item.blob }
}

/** Problems after which the same file can be uploaded again. */
const repairable: readonly FileProblem[] = ['over-quota', 'no-room', 'too-many-at-once', 'too-many-an-hour', 'network']

/** Returns the item of a file that returns to the list. The person can retry or remove a file with a problem. */
export function restoredUpload({ blob, problem, ...file }: ReleasedFile): UploadItem | LocalUpload {
  const begun = { ...file, problem, begun: true, file: null }
  if (problem && !repairable.includes(problem)) return { ...begun, sent: 0, state: 'refused' }
  if (!blob) return { ...begun, sent: file.size, state: 'checking' }
  return { ...begun, sent: 0, state: problem ? 'failed' : 'waiting', blob, mark: markOf(file.id), transfer: null }
}
