import { z } from 'zod'
import { byId, Done, FileId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { fileKinds, fileStates, fileRefusals, fileVariants } from './file.rules.ts'

export const FileKind = z.enum(fileKinds)
export type FileKind = z.infer<typeof FileKind>

/** A file as its readers see it, without its content. */
export const File = z.strictObject({
  id: FileId,
  name: z.string(),
  /** The declared kind until the file is ready, then the kind detected from the bytes. */
  kind: FileKind,
  /** The media type detected from the bytes; null until the file is ready. */
  type: z.string().nullable(),
  /** The size in bytes. */
  size: z.number(),
  state: z.enum(fileStates),
  /** The reason why the file was refused; null for any other state. */
  refusal: z.enum(fileRefusals).nullable(),
  /** The width of an image in pixels; null for other files, and until it is ready. */
  width: z.number().nullable(),
  /** The height of an image in pixels; null for other files, and until it is ready. */
  height: z.number().nullable(),
  /** The duration in seconds, as reported by the browser that recorded the file; null for a file that was not recorded. */
  seconds: z.number().nullable(),
  hasThumbnail: z.boolean(),
  createdAt: z.string(),
})
export type File = z.infer<typeof File>

export const FileVariant = z.enum(fileVariants)
export type FileVariant = z.infer<typeof FileVariant>

/** The tables of this feature that a browser can subscribe to. */
export const fileTables = {
  files: { table: 'file', filters: ['id', 'state'] },
  file_readers: { table: 'file_reader', filters: ['file_id'] },
} as const satisfies RealtimeTables

/**
 * The procedures about files. Files are uploaded with the tus protocol at /api/uploads, with the metadata `id`, `name`, `kind` and
 * `seconds`.
 */
export const file = {
  /** A URL for reading the file, valid for one minute and only for the caller. Refuses with NOT_READY until the file has passed its check. */
  address: read
    .input(z.strictObject({ id: FileId, variant: FileVariant }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ NOT_READY: { status: 409 } }),
  /** The caller's files among the given ids. */
  mine: read.input(z.strictObject({ ids: z.array(FileId).max(100) })).output(z.strictObject({ items: z.array(File) })),
  /** Deletes a file of the caller, in any state. Refuses with CONFLICT if a resource uses the file. */
  delete: write.input(byId(FileId)).output(Done),
}
