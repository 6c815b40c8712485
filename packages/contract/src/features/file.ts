import { z } from 'zod'
import { ById, Done, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'

const megabyte = 1024 * 1024

export const fileKinds = ['image', 'pdf', 'audio', 'video'] as const
export const FileKind = z.enum(fileKinds)
export type FileKind = z.infer<typeof FileKind>

/** Bytes that a file of a kind may have at most; a video has fewer than 100 MB. */
export const fileLimits: Record<FileKind, number> = {
  image: 10 * megabyte,
  pdf: 50 * megabyte,
  audio: 25 * megabyte,
  video: 100 * megabyte - 1,
}
/** So many files may hang on one thing: an entry, a task. */
export const filesPerThing = 10
/** An upload travels in pieces of at most so many bytes. */
export const chunkBytes = 8 * megabyte
/** All files of one account together. */
export const fileQuotaBytes = 5 * 1024 * megabyte
/** So many uploads of one account may be under way. */
export const uploadsAtOnce = 20
/** An address of a file is good for so long, in seconds. */
export const fileAddressSeconds = 60
/** A file that nothing names is gone after so many hours. */
export const looseFileHours = 24
export const fileNameMaximum = 200

/** What is taken, by kind, as the bytes tell it. */
export const fileTypes = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  pdf: ['application/pdf'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/webm'],
  video: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
} as const satisfies Record<FileKind, readonly string[]>

export const fileStates = ['uploading', 'checking', 'ready', 'refused', 'quarantined'] as const
export const fileRefusals = [
  /** None of the types that are taken. */
  'type',
  /** Something else than its name or its sender says. */
  'disguised',
  'too-large',
  /** It cannot be decoded. */
  'broken',
  'too-many-pixels',
  'infected',
  /** It was never brought to an end. */
  'unfinished',
] as const
export type FileRefusal = (typeof fileRefusals)[number]

/** A file as everybody sees it who may read it. */
export const File = z.strictObject({
  id: Id,
  name: z.string(),
  /** As it was wished until it is ready, then told from the bytes. */
  kind: FileKind,
  type: z.string().nullable(),
  size: z.number(),
  state: z.enum(fileStates),
  refusal: z.enum(fileRefusals).nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** As told by the browser that recorded it. */
  seconds: z.number().nullable(),
  hasThumbnail: z.boolean(),
  createdAt: z.string(),
})
export type File = z.infer<typeof File>

export const fileVariants = ['whole', 'thumbnail', 'download'] as const
export const FileVariant = z.enum(fileVariants)
export type FileVariant = z.infer<typeof FileVariant>

/** Files go up by tus at /api/uploads, with `id`, `name`, `kind` and `seconds` in their metadata. */
export const file = {
  /** Where its bytes are, for this person and a minute; asked again for each further minute. */
  address: procedure
    .input(z.strictObject({ id: Id, variant: FileVariant }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ NOT_READY: { status: 409 } }),
  /** Those of the named files that are one's own. */
  mine: procedure.input(z.strictObject({ ids: z.array(Id).max(100) })).output(z.strictObject({ items: z.array(File) })),
  /** Removes one's own file, in whatever state, unless something names it. */
  drop: procedure.input(ById).output(Done),
}
