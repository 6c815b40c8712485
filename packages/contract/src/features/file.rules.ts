import type { FileKind } from './file.ts'

const megabyte = 1024 * 1024

export const fileKinds = ['image', 'pdf', 'audio', 'video'] as const

/** The largest size by kind, in bytes. A video has fewer than 100 MB. */
export const fileLimits: Record<FileKind, number> = {
  image: 10 * megabyte,
  pdf: 50 * megabyte,
  audio: 25 * megabyte,
  video: 100 * megabyte - 1,
}
/** How many files one resource can have: an entry, a task. */
export const filesPerResource = 10
/** The largest chunk of an upload, in bytes. */
export const uploadChunkBytes = 8 * megabyte
/** The total size of all files of one account, in bytes. */
export const fileQuotaBytes = 5 * 1024 * megabyte
/** How many unfinished uploads one account can have. */
export const maxConcurrentUploads = 20
/** How long a file URL is valid, in seconds. */
export const fileUrlSeconds = 60
/** After how many hours an unreferenced file is deleted. */
export const unreferencedFileHours = 24
export const fileNameMaximum = 200

/** Accepted media types by kind, detected from the bytes. */
export const fileTypes = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  pdf: ['application/pdf'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/webm'],
  video: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
} as const satisfies Record<FileKind, readonly string[]>

export const fileStates = ['uploading', 'checking', 'ready', 'refused', 'quarantined'] as const
export const fileRefusals = [
  /** Not an accepted type. */
  'type',
  /** Its bytes do not match its name or its declared type. */
  'disguised',
  'too-large',
  /** It cannot be decoded. */
  'broken',
  'too-many-pixels',
  'infected',
  /** The upload was not finished. */
  'unfinished',
] as const
export type FileRefusal = (typeof fileRefusals)[number]

export const fileVariants = ['whole', 'thumbnail', 'download'] as const
