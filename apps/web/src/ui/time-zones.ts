import { cityOf } from './page/date-text.ts'

/** Returns the region of a time zone: 'Europe', or 'America, Argentina' for America/Argentina/Salta; empty for UTC. */
const zoneRegion = (zone: string) => zone.split('/').slice(0, -1).join(', ').replaceAll('_', ' ')

/** Returns the name of a time zone for a list: 'Berlin, Europe'. */
export const zoneLabel = (zone: string) => [cityOf(zone), zoneRegion(zone)].filter(Boolean).join(', ')

/** Returns the offset of a time zone from UTC at `now`: 'GMT+1'. */
export const zoneOffset = (zone: string, now: Date) => zonePart(zone, 'en', 'shortOffset', now)

/**
 * Returns a function that returns whether a time zone matches the typed text. Each typed word must begin a word of the
 * city, the region, the IANA name or the usual name in the language ('Pacific Time'). Ignores case and accents.
 */
export function zoneMatcher(typed: string, language: string): (zone: string) => boolean {
  const words = plain(typed).split(' ').filter(Boolean)
  return (zone) => {
    const text = ` ${plain(`${cityOf(zone)} ${zone} ${usualName(zone, language)}`)}`
    return words.every((word) => text.includes(` ${word}`))
  }
}

const names = new Map<string, string>()
function usualName(zone: string, language: string): string {
  const key = `${language} ${zone}`
  const known = names.get(key)
  if (known !== undefined) return known
  const name = zonePart(zone, language, 'longGeneric', new Date())
  names.set(key, name)
  return name
}

function zonePart(zone: string, language: string, timeZoneName: 'shortOffset' | 'longGeneric', at: Date): string {
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
