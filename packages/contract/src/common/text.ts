import { z } from 'zod'

/** Characters that Postgres cannot store or that no person types: NUL and lone surrogates. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether a text can be kept: no NUL, no lone surrogate. For forms, which need no schema to know it. */
export const isStorable = (value: string) => !unstorable.test(value)

/** Whether something looks like an e-mail address. For forms; the schema below decides. */
export const looksLikeEmail = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())

/** Text of at most `max` characters, trimmed; refuses NUL and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, 'UNSTORABLE_TEXT')
    .transform((value) => value.trim())

/** Text that must hold at least one character after trimming. */
export const requiredText = (max: number) => text(max).refine((value) => value.length > 0, 'REQUIRED')

/** A name of a person: 1 to 100 characters of any script. */
export const Name = requiredText(100)

/** An address as it is stored: trimmed, in lower case, at most 254 characters (RFC 5321). */
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
