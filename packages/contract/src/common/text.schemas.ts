import { z } from 'zod'
import { isStorable, languages, themes } from './text.ts'

/** Text of at most `max` characters, trimmed; refuses NUL and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, 'UNSTORABLE_TEXT')
    .transform((value) => value.trim())

/** Text with at least one character after trimming. */
export const requiredText = (max: number) => text(max).refine((value) => value.length > 0, 'REQUIRED')

/** A person's name: 1 to 100 characters of any script. */
export const Name = requiredText(100)

/** An email address as stored: trimmed, lower case, at most 254 characters (RFC 5321). */
export const Email = z
  .string()
  .max(254)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email())

/** The four languages offered; the fallback is English. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>
