import { z } from 'zod'
import { byId, ClientId, Done, EmptyInput, LegalVersionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { LegalTextPlace, LegalTextBody } from '../administration/administration.settings.ts'

const LegalVersion = z.strictObject({
  id: LegalVersionId,
  ...LegalTextPlace,
  /** The number of the version, counted from 1 for each text and language. */
  version: z.int(),
  publishedAt: z.string(),
})

/** A published version with its text; null if this version removed the text. */
const LegalVersionText = LegalVersion.extend({ text: RichText.nullable() })
export type LegalVersionText = z.infer<typeof LegalVersionText>

/** A version to which a person agreed when joining, or which the person confirmed to have read. */
const AgreedVersion = LegalVersion.extend({ agreedAt: z.string() })
export type AgreedVersion = z.infer<typeof AgreedVersion>

const LegalHistoryEntry = LegalVersion.extend({
  /** The SHA-256 of the document; null if this version removed the text. */
  sha256: z.string().nullable(),
  /** The name of the admin; null if unknown. */
  publishedBy: z.string().nullable(),
})
export type LegalHistoryEntry = z.infer<typeof LegalHistoryEntry>

export const legalText = {
  /**
   * The legal text for joining: the consent text for a client, the privacy notice for a therapist. Null if none is published, or if the caller has
   * already agreed to the current version. Anyone can read it.
   */
  joining: read
    .input(z.strictObject({ as: z.enum(['client', 'therapist']), language: Language }))
    .output(z.strictObject({ text: LegalVersionText.nullable() })),
  /** Any version, including earlier ones. */
  version: read.input(byId(LegalVersionId)).output(LegalVersionText),
  /** The versions of a text, latest first. */
  history: read.input(z.strictObject(LegalTextPlace)).output(z.strictObject({ items: z.array(LegalHistoryEntry) })),
  /** The product's draft of a text, with blanks in square brackets; null for the terms. */
  startingText: read.input(z.strictObject(LegalTextPlace)).output(z.strictObject({ text: RichText.nullable() })),
  /**
   * Publishes the saved draft as the next version. `text` is the draft that the admin has read; null takes the text offline. Refuses with CHANGED
   * if the saved draft differs, with NOTHING_NEW if it is already published, and with BLANKS if it contains blanks.
   */
  publish: write
    .input(
      z.strictObject({
        ...LegalTextPlace,
        text: LegalTextBody.nullable(),
        /** The admin's confirmation that they have read the text and had it checked for the practice's country. */
        isChecked: z.literal(true),
      }),
    )
    .output(LegalVersion)
    .errors({
      CHANGED: { status: 409, data: z.strictObject({ text: RichText.nullable() }) },
      NOTHING_NEW: { status: 409 },
      BLANKS: { status: 409 },
    }),
  /** The versions of legal texts that the caller agreed to, latest first. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(AgreedVersion) })),
  /** The versions of legal texts that the account of a client's record agreed to, latest first. */
  ofClient: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(z.strictObject({ items: z.array(AgreedVersion) })),
  /** Records that the caller has seen the privacy notice up to a version, so that the home page no longer announces its change. */
  dismissChange: write.input(z.strictObject({ versionId: LegalVersionId })).output(Done),
}
