import { z } from 'zod'
import { textLengths } from './lengths.ts'
import { isFilled, isHttpAddress, isStorable, languages, themes } from './text.ts'

/** Text of at most `max` characters, trimmed; refuses NUL and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, 'UNSTORABLE_TEXT')
    .transform((value) => value.trim())

/** Text with at least one character after trimming. */
export const requiredText = (max: number) => text(max).refine(isFilled, 'REQUIRED')

/** A person's name in any script. */
export const Name = requiredText(textLengths.name)

/** An email address as stored: trimmed, lower case. */
export const Email = z
  .string()
  .max(textLengths.email)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email())

/** The address of this installation. */
export const HttpAddress = z
  .string()
  .max(textLengths.publicUrl)
  .transform((value) => value.trim())
  .refine(isHttpAddress, 'NOT_AN_ADDRESS')

/** The four languages offered; the fallback is English. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>
