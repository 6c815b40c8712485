import { z } from 'zod'
import { Done, EmptyInput, FeedbackId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import { Language, requiredText, text } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { therapistSignups } from '../administration/administration.rules.ts'
import { LegalTextKind, PublicSettings } from '../administration/administration.settings.ts'

/** Reports that product settings changed. Contains no values; the page reads the settings again. */
export const productTables = {
  product_settings: { table: 'product_setting', filters: [], withoutSecondFactor: true },
} as const satisfies RealtimeTables

export const product = {
  /** The data that pages show before signing in. Anyone can read them. */
  info: read.input(EmptyInput).output(
    z.strictObject({
      practiceName: z.string(),
      therapistSignup: z.enum(therapistSignups),
      mailConfigured: z.boolean(),
      /** Whether the public URL is a loopback address, which other machines cannot open. */
      loopback: z.boolean(),
      /** Whether the installation is set up; false until the first admin exists. */
      setUp: z.boolean(),
      settings: PublicSettings,
    }),
  ),
  /**
   * The published version of a legal text in the requested language, otherwise in the default language, otherwise in any. If no version is published,
   * `text`, `version` and `publishedAt` are null, and `language` is the requested language. Anyone can read the text.
   */
  legalPage: read.input(z.strictObject({ page: LegalTextKind, language: Language })).output(
    z.strictObject({
      language: Language,
      text: RichText.nullable(),
      version: z.int().nullable(),
      publishedAt: z.string().nullable(),
    }),
  ),
  /** The practice's support text and hours (row 9.03). */
  support: read.input(EmptyInput).output(
    z.strictObject({
      text: z.string(),
      email: z.string().nullable(),
      hours: z.strictObject({ days: z.array(z.number()), from: z.string(), to: z.string(), zone: z.string() }),
      /** Whether the current time is within the support hours. */
      open: z.boolean(),
    }),
  ),
  /** Sends feedback to the admins. A repeated call with the same id changes nothing. Refuses with TOO_MANY after 10 messages within an hour. */
  sendFeedback: write
    .input(
      z.strictObject({ id: FeedbackId, text: requiredText(textLengths.feedback), page: text(textLengths.pagePath) }),
    )
    .output(Done),
}
