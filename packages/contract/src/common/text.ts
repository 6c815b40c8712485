import { z } from 'zod'

/** Characters that Postgres cannot store: NUL and lone surrogates. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether Postgres can store a text: no NUL, no lone surrogate. For forms, which check it without a schema. */
export const isStorable = (value: string) => !unstorable.test(value)

/** Whether a text looks like an email address. For forms; the schema below decides. */
export const looksLikeEmail = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())

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

export const languages = ['en', 'es', 'fr', 'de'] as const
/** The four languages offered; the fallback is English. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const themes = ['system', 'light', 'dark'] as const
export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>
