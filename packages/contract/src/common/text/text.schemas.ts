import { z } from 'zod'
import { isProductAddress } from './public-address.ts'
import { textLengths } from './lengths.ts'
import { cleanName, emailPattern, isFilled, isStorable, languages, normalizeEmail, themes } from './text.ts'

/** Trims a text. Refuses more than `max` characters, counted before trimming, and NUL and lone surrogates, which Postgres cannot store. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, 'UNSTORABLE_TEXT')
    .transform((value) => value.trim())

/** Text with at least one visible character. */
export const requiredText = (max: number) => text(max).refine(isFilled, 'REQUIRED')

/**
 * The name of a person or a practice, trimmed and on one line. A name that was copied from a letter or a table can
 * contain line breaks and tabs; each becomes a space. Other control characters and invisible characters are removed.
 */
export const nameText = (max: number) => text(max).transform(cleanName)

/** A name with at least one visible character. */
export const requiredName = (max: number) => nameText(max).refine(isFilled, 'REQUIRED')

/** A person's first or last name in any script. */
export const Name = requiredName(textLengths.name)

/** An email address as it is stored: trimmed and in lower case. */
export const Email = z
  .string()
  .max(textLengths.email)
  .transform(normalizeEmail)
  .pipe(z.email({ pattern: emailPattern }))

/** The address of this installation: scheme, host and port. */
export const PublicAddress = z
  .string()
  .max(textLengths.publicUrl)
  .refine(isProductAddress, 'NOT_AN_ADDRESS')
  .transform((value) => new URL(value.trim()).origin)

/** The languages of the product. The fallback is English. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>
