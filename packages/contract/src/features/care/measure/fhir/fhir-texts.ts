import { languages } from '../../../../common/text/text.ts'
import { isFilled, isStorable } from '../../../../common/text/text.ts'
import type { Language } from '../../../../common/text/text.schemas.ts'
import type { LocalText } from '../measure.schemas.ts'
import {
  type Element,
  objectIn,
  extensionOf,
  extensionsOf,
  fhirExtension,
  lose,
  loseExtensions,
  type Reading,
  stringOf,
} from './fhir-elements.ts'

/** Returns the language of a BCP 47 tag such as `de-CH`; null for a language that Attune does not have. */
export const languageOfTag = (tag: string): Language | null =>
  languages.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]) ?? null

const scripts = /<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tags = /<(?:\/?[a-z][^<>]*|!--[\s\S]*?--)>/gi
const unstorableCharacters = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

type Place = { part: string | null; max: number; name: string }

/**
 * Returns a text without markup and without characters that cannot be stored, both of which are reported. Returns an empty text if the text has more
 * than `max` characters, for which the file is refused.
 */
export function plainText(reading: Reading, raw: string, { part, max, name }: Place): string {
  if (raw.length > max) {
    reading.tooLong.add(part ?? name)
    return ''
  }
  const stored = isStorable(raw) ? raw : raw.replace(unstorableCharacters, '')
  if (stored !== raw) lose(reading, 'other', part, name)
  if (reading.isOwn) return stored.trim()
  const plain = stored.replace(scripts, '').replace(tags, '')
  if (plain !== stored) lose(reading, 'markup', part, name)
  return plain.trim()
}

/**
 * Reads the text `key` of an element with its translations. If Attune does not have the language of the file, the text is used as the text in the
 * main language unless a translation provides it.
 */
export function readText(reading: Reading, element: Element, key: string, place: Omit<Place, 'name'>): LocalText {
  const found: LocalText = {}
  const at = { ...place, name: key }
  const base = plainText(reading, stringOf(element, key), at)
  const more = objectIn(element, `_${key}`)
  if (isFilled(base) && reading.isLanguageKnown) found[reading.language] = base
  for (const translation of more ? extensionsOf(more, fhirExtension.translation) : []) {
    const tag = stringOf(extensionOf(translation, 'lang') ?? {}, 'valueCode')
    const content = extensionOf(translation, 'content') ?? {}
    const raw = stringOf(content, 'valueString') || stringOf(content, 'valueMarkdown')
    addTranslation(reading, found, { tag, text: plainText(reading, raw, at), part: place.part })
  }
  if (more) loseExtensions(reading, more, place.part, [fhirExtension.translation])
  if (isFilled(base) && !reading.isLanguageKnown) found[reading.language] ??= base
  return found
}

/** Adds a translation to a text. Reports the translation if Attune does not have its language, or the text already exists in this language. */
export function addTranslation(
  reading: Reading,
  local: LocalText,
  { tag, text, part }: { tag: string; text: string; part: string | null },
): void {
  const language = languageOfTag(tag)
  if (!language || local[language] !== undefined) lose(reading, 'language', part, tag)
  else if (isFilled(text)) local[language] = text
}

/** Returns the properties of an element that contain a text with its translations. Returns none for an empty text. */
export function writeText(local: LocalText, main: Language, key: string): Element {
  const base = local[main]
  const translations = languages.flatMap((language) => {
    const text = local[language]
    if (language === main || text === undefined || !isFilled(text)) return []
    const extension = [
      { url: 'lang', valueCode: language },
      { url: 'content', valueString: text },
    ]
    return [{ url: fhirExtension.translation, extension }]
  })
  return {
    ...(base !== undefined && isFilled(base) && { [key]: base }),
    ...(translations.length > 0 && { [`_${key}`]: { extension: translations } }),
  }
}
