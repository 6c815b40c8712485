import type { FileKind } from './file.ts'

const megabyte = 1024 * 1024

export const fileKinds = ['image', 'pdf', 'audio', 'video'] as const

/** The maximum size of a file by kind, in bytes. The limit of a video is one byte below 100 MB. */
export const fileLimits: Record<FileKind, number> = {
  image: 10 * megabyte,
  pdf: 50 * megabyte,
  audio: 25 * megabyte,
  video: 100 * megabyte - 1,
}
/** The maximum number of files of one journal entry, one task or one message. */
export const filesPerResource = 10
/** The largest chunk of an upload, in bytes. */
export const uploadChunkBytes = 8 * megabyte
/** The highest total size of all files of one account, in bytes. */
export const fileQuotaBytes = 5 * 1024 * megabyte
/** The maximum number of unfinished uploads of one account. */
export const maxConcurrentUploads = 20
/** The number of seconds for which a file URL is valid. */
export const fileUrlSeconds = 60
/** The number of hours after which a file that no resource uses is deleted. */
export const unreferencedFileHours = 24
export const fileNameMaximum = 200

/** The media types that are accepted for each kind. The server detects the type from the bytes of the file. */
export const fileTypes = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  pdf: ['application/pdf'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/webm'],
  video: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
} as const satisfies Record<FileKind, readonly string[]>

export const fileStates = ['uploading', 'checking', 'ready', 'refused', 'quarantined'] as const
export const fileRefusals = [
  /** The file does not have an accepted type. */
  'type',
  /** The bytes of the file do not match its name or its declared type. */
  'disguised',
  'too-large',
  /** The file cannot be decoded. */
  'broken',
  'too-many-pixels',
  'infected',
  /** The upload was not finished. */
  'unfinished',
] as const
export type FileRefusal = (typeof fileRefusals)[number]

export const fileVariants = ['whole', 'thumbnail', 'download'] as const
