import { cityOf } from '../page/date-text.ts'
import { translatedCity, translatedRegion } from './time-zone-names.ts'

/**
 * Returns the region of a time zone in a language: 'Europa', or 'America, Argentina' for America/Argentina/Salta. Empty
 * for UTC.
 */
function zoneRegion(zone: string, language: string): string {
  const [first = '', ...rest] = zone.split('/').slice(0, -1)
  const region = language === 'en' ? first : translatedRegion(zone, language) || first
  return [region, ...rest].join(', ').replaceAll('_', ' ')
}

/** Returns the name of a time zone for a list in a language: 'Berlin, Europe'. */
export const zoneLabel = (zone: string, language: string) =>
  [cityOf(zone), zoneRegion(zone, language)].filter(Boolean).join(', ')

/** Returns the offset of a time zone from UTC at `now`: 'GMT+1'. */
export const zoneOffset = (zone: string, now: Date) => zonePart(zone, 'en', 'shortOffset', now)

/**
 * Returns a function that returns whether a time zone matches the typed text. Each typed word must begin a word of the
 * city, the region, the IANA name or a usual name: 'Pacific Time', 'PST', 'MEZ'. Ignores case and accents.
 */
export function zoneMatcher(typed: string, language: string): (zone: string) => boolean {
  const words = plain(typed).split(' ').filter(Boolean)
  return (zone) => words.every((word) => searchText(zone, language).includes(` ${word}`))
}

/** The locales that have English abbreviations for the zones of a region, such as CET and EST. */
const abbreviating: Record<string, string> = { Africa: 'en-GB', Europe: 'en-GB', America: 'en-US', Pacific: 'en-US' }

const searchTexts = new Map<string, string>()
/** Returns the words by which a time zone is found. Caches them, because reading the names of all zones is slow. */
function searchText(zone: string, language: string): string {
  const key = `${language} ${zone}`
  const known = searchTexts.get(key)
  if (known !== undefined) return known
  const now = new Date()
  const abbreviation = abbreviating[zone.split('/')[0] ?? '']
  const names = [
    cityOf(zone),
    zone,
    translatedCity(zone, language),
    translatedRegion(zone, language),
    zonePart(zone, language, 'longGeneric', now),
    zonePart(zone, language, 'shortGeneric', now),
    abbreviation ? zonePart(zone, abbreviation, 'short', now) : '',
  ]
  const text = ` ${plain(names.join(' '))}`
  searchTexts.set(key, text)
  return text
}

function zonePart(
  zone: string,
  language: string,
  timeZoneName: Intl.DateTimeFormatOptions['timeZoneName'],
  at: Date,
): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
