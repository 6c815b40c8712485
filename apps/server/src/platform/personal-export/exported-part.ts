import type { ClientId, FileId } from '@attune/contract/common/ids'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { PersonalExportPart } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { PersonActor } from '../database/actor.ts'

type OwnRole = 'therapist' | 'client' | 'admin'

/** The person whose data is exported, with the language and the time zone in which the pages are written. */
export type ExportingPerson = {
  actor: PersonActor & { role: OwnRole }
  language: Language
  zone: string
  now: Date
  /** The clients for whom the person acts as a guardian now. */
  actsFor: readonly { clientId: ClientId; firstName: string }[]
}

/** A file of an item. Its name may be any text; the export makes a safe and unique path of it. */
export type ExportedFile = {
  /** The id by which formatted text refers to an image. */
  id?: FileId
  name: string
  /** The time of the item to which the file belongs, in ISO 8601. */
  at: string
  /** The media type; null if it is unknown. */
  type: string | null
  /** Opens the content. Resolves to null if the file was deleted in the meantime. */
  open(): Promise<Readable | null>
}

/**
 * An item of a part: the stored `data`, which becomes JSON, and the texts that a page shows of it. Text of people is in `facts`, `text`, `content`
 * and `title` as they wrote it; the page escapes it.
 */
export type ExportedItem<Data = unknown> = {
  data: Data
  title: string
  /** The time by which the page orders and dates the item, in ISO 8601; null for an item without a time. */
  at: string | null
  facts?: readonly { label: string; text: string }[]
  text?: string
  content?: RichText
  files?: readonly ExportedFile[]
  /** The side of a conversation that sent the message; absent for other items. */
  side?: 'own' | 'other'
}

/** A part of the export of a person's own data, from the feature to which the data belongs. */
export type ExportedPart<Data = unknown> = {
  name: PersonalExportPart
  /** The roles whose export has this part. */
  roles: readonly OwnRole[]
  /**
   * The place on the page of the part, if several features contribute to it: lower numbers come first. Default: 0. Contributions with the same number
   * follow each other as in the list of features.
   */
  position?: number
  /** The form of `data` of each item. The export documents it as JSON schema. */
  schema: z.ZodType<Data>
  /** Yields the items page by page. Reads each page in a separate transaction as the person, so that row policies decide what is in the export. */
  pages(app: AppContext, person: ExportingPerson): AsyncGenerator<ExportedItem<Data>[]>
  /** Returns files that belong to the part as a whole, such as a calendar. */
  files?(app: AppContext, person: ExportingPerson): Promise<ExportedFile[]>
}

/** Files that belong to a part of another feature, such as the calendar with the sessions. */
export type ExportedPartFiles = Required<Pick<ExportedPart, 'name' | 'roles' | 'files'>> & { position?: never }

/** A contribution of a feature to a part of the export. */
export type ExportContribution = ExportedPart | ExportedPartFiles

/** Keeps the type of the data of a part. */
export const definePart = <Data>(part: ExportedPart<Data>): ExportedPart<Data> => part

/** Opens a document that the product has made and stored; null if it is not made yet. */
export async function openStoredDocument(
  reading: Promise<'making' | { bytes: Buffer } | null>,
): Promise<Readable | null> {
  const stored = await reading
  return stored && stored !== 'making' ? Readable.from([stored.bytes]) : null
}

type UploadedFile = { id: FileId; name: string; type: string | null }

/** Returns an uploaded file as a file of an item. `at` is the time of the item. */
export const exportedFileOf = (
  { fileStore }: Pick<AppContext, 'fileStore'>,
  { id, name, type }: UploadedFile,
  at: string,
): ExportedFile => ({ id, name, type, at, open: () => fileStore.read('whole', id) })
