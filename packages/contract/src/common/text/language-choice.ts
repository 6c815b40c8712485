import type { Language } from './text.schemas.ts'

/** The languages that people can choose. */
export type OfferedLanguages = {
  languages: readonly Language[]
  /** The language of people whose language is not known, and of pages if neither their language nor English is offered. */
  defaultLanguage: Language
}

/**
 * Returns the first offered language of a browser, from its language tags in the order of preference. If none is offered, returns English, or the
 * default language if English is not offered (row 1.15).
 */
export function matchLanguage(tags: readonly string[], { languages, defaultLanguage }: OfferedLanguages): Language {
  const codes = [...tags.map((tag) => /^[a-z]*/i.exec(tag.trim())?.[0].toLowerCase()), 'en']
  return codes.flatMap((code) => languages.find((language) => language === code) ?? [])[0] ?? defaultLanguage
}
