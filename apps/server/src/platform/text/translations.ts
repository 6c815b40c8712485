import { type ClientWord, withPatientWord } from '@attune/contract/common/text/client-word'
import { matchLanguage, type OfferedLanguages } from '@attune/contract/common/text/language-choice'
import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { readdirSync, readFileSync } from 'node:fs'

type Words = { [key: string]: string | Words }

const folder = new URL('../../locales/', import.meta.url)
const readWords = (path: string): Words => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
const features = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
)

const dictionaries = Object.fromEntries(
  languages.map((language) => [
    language,
    joinWords(
      readWords(`${language}.json`),
      Object.fromEntries(features.map((name) => [name, readWords(`${name}/${language}.json`)])),
    ),
  ]),
) as Record<Language, Words>

/**
 * Returns the texts that features share, together with those of each feature under the name of its folder. Throws for a folder with the name of
 * shared texts.
 */
export function joinWords(shared: Words, ofFeatures: Record<string, Words>): Words {
  const taken = Object.keys(ofFeatures).find((name) => Object.hasOwn(shared, name))
  if (taken !== undefined) throw new Error(`The folder ${taken} has the name of texts that features share`)
  return { ...shared, ...ofFeatures }
}

let clientWord: ClientWord = 'clients'

/** Chooses the word that all texts of this process use for a client. The site calls it when it reads the settings of the practice. */
export function setClientWord(word: ClientWord): void {
  clientWord = word
}

/**
 * The texts that leave the product for a mailbox or a lock screen. They never say 'patient', because that word exists only in health care and anyone
 * near the device can read it.
 */
const discreetTexts = /^(mail|text|channelTest|automaticReply|devicePush|accountRole)(\.|$)/

/**
 * Returns the text of a key in a language, with placeholders such as `{name}` filled in. Dots separate the levels of a key. Throws for an
 * unknown key.
 */
export function translate(language: Language, key: string, params: Record<string, string> = {}): string {
  let found: string | Words | undefined = dictionaries[language]
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  if (typeof found !== 'string') throw new Error(`No words for ${key} in ${language}`)
  const text = clientWord === 'patients' && !discreetTexts.test(key) ? withPatientWord(language, found) : found
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

/** Returns the locale for dates and times. English uses British conventions everywhere in the product: day before month, 24 hours. */
const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : language)

const dateTimeFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats an instant as date and time in a zone, in the given language. Caches formatters, because creating one takes a millisecond. */
export function formatDateTimeInZone(instant: string, language: Language, zone: string): string {
  const key = `${language} ${zone}`
  const format =
    dateTimeFormats.get(key) ??
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  dateTimeFormats.set(key, format)
  return format.format(new Date(instant))
}

/** Formats an instant as a day without the time. */
export function formatDayInZone(instant: string, language: Language, zone: string): string {
  return dayFormat(localeOf(language), 'long', zone).format(new Date(instant))
}

/** Formats an instant as a short day, such as 'Mon 21 Dec'. Adds the year if it is not the year of `now`. */
export function formatShortDayInZone(instant: string, language: Language, zone: string, now: Date): string {
  const yearOf = (date: Date) => dayFormat('en', 'year', zone).format(date)
  const isOtherYear = yearOf(new Date(instant)) !== yearOf(now)
  return dayFormat(localeOf(language), isOtherYear ? 'short with year' : 'short', zone)
    .format(new Date(instant))
    .replace(/^(\w+),/, '$1')
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
const dayStyles = {
  long: { dateStyle: 'long' },
  year: { year: 'numeric' },
  short: shortDay,
  'short with year': { ...shortDay, year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of days in a style, from a cache because creating one takes a millisecond. */
function dayFormat(locale: string, style: keyof typeof dayStyles, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${zone}`
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone: zone })
  dayFormats.set(key, format)
  return format
}

/** Returns the stored language, or English if this version of the program does not support that language. */
export const languageFrom = (value: string): Language => languages.find((language) => language === value) ?? 'en'

/** Returns the language of a page for an Accept-Language header. */
export const languageFromHeader = (header: string | undefined, offered: OfferedLanguages): Language =>
  matchLanguage((header ?? '').split(','), offered)

/** Returns the name of a language, translated into the given language. */
export const nameOfLanguage = (code: string, language: Language): string =>
  new Intl.DisplayNames([localeOf(language)], { type: 'language' }).of(code) ?? code
