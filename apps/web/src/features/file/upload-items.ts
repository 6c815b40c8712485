import { type File as KeptFile, type FileKind, fileLimits } from '@attune/contract/features/file'
import { type FileProblem, problemOf } from './kinds.ts'

export type UploadState = 'shrinking' | 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'refused' | 'failed'

/** A file on its way, or one that is there already. */
export type UploadItem = {
  id: string
  name: string
  kind: FileKind
  size: number
  seconds: number | null
  sent: number
  state: UploadState
  problem: FileProblem | null
  /** Whether the server knows of it, so that it can be named. */
  begun: boolean
  /** As the server last told it; null before that. */
  file: KeptFile | null
}

/** A chosen file that was not taken. */
export type Rejected = { name: string; kind: FileKind | null; problem: FileProblem }
/** `kind` and `seconds` of what was recorded here. */
export type Chosen = { file: File; kind?: FileKind; seconds?: number }

/** What was recorded here is of the kind that it was recorded as. */
export function problemWith(file: File, told: FileKind | undefined): FileProblem | null {
  if (!told) return problemOf(file)
  if (file.size === 0) return 'empty'
  return file.size > fileLimits[told] ? 'too-large' : null
}

const states: Record<KeptFile['state'], UploadState> = {
  // From another device, or from before the page was loaded anew: choosing it again goes on with it.
  uploading: 'paused',
  checking: 'checking',
  ready: 'ready',
  refused: 'refused',
  quarantined: 'refused',
}

/** What the server says of a file. */
export const told = (file: KeptFile) => ({
  kind: file.kind,
  state: states[file.state],
  problem: file.refusal,
  size: file.size,
  file,
})

export const itemOf = (file: KeptFile): UploadItem => ({
  id: file.id,
  name: file.name,
  seconds: file.seconds,
  sent: file.state === 'uploading' ? 0 : file.size,
  begun: true,
  ...told(file),
})
