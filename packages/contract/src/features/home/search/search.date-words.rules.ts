import { foldForSearch, type languages } from '../../../common/text/text.ts'

type SearchLanguage = (typeof languages)[number]

/** The words of a language that name days, without case and accents. */
export type SearchedDateWords = {
  /** Names of months and their abbreviations, with the number from 1. */
  months: ReadonlyMap<string, number>
  /** Names of weekdays and their abbreviations, with the number in ISO 8601. */
  weekdays: ReadonlyMap<string, number>
  /** Names of single days, each with its distance from today in days. */
  days: readonly (readonly [name: string, days: number])[]
  /** Words before or after a weekday, week or month: -1 for the last, 0 for the present, 1 for the next. */
  directions: ReadonlyMap<string, number>
  week: ReadonlySet<string>
  month: ReadonlySet<string>
  /** Words beside a date that the search ignores. */
  fillers: ReadonlySet<string>
}

type Written = Record<'last' | 'present' | 'next' | 'week' | 'month' | 'fillers', string> & {
  days: Record<string, number>
}

const written: Record<SearchLanguage, Written> = {
  en: {
    days: { today: 0, yesterday: -1, tomorrow: 1, 'day before yesterday': -2, 'day after tomorrow': 2 },
    last: 'last previous past',
    present: 'this',
    next: 'next coming',
    week: 'week',
    month: 'month',
    fillers: 'on the of in',
  },
  de: {
    days: { heute: 0, gestern: -1, morgen: 1, vorgestern: -2, ubermorgen: 2 },
    last: 'letzten letzter letzte letztes vergangenen vergangene vorigen vorige',
    present: 'diesen dieser diese dieses',
    next: 'nachsten nachster nachste nachstes kommenden kommende',
    week: 'woche',
    month: 'monat',
    fillers: 'am im den der die vom von',
  },
  fr: {
    days: { 'aujourd hui': 0, hier: -1, demain: 1, 'avant-hier': -2, 'apres-demain': 2 },
    last: 'dernier derniere passe passee',
    present: 'ce cet cette',
    next: 'prochain prochaine',
    week: 'semaine',
    month: 'mois',
    fillers: 'le la du de des en',
  },
  es: {
    days: { hoy: 0, ayer: -1, manana: 1, anteayer: -2, antier: -2, 'pasado manana': 2 },
    last: 'pasado pasada ultimo ultima',
    present: 'este esta',
    next: 'proximo proxima siguiente',
    week: 'semana',
    month: 'mes',
    fillers: 'el la los de del en',
  },
}

const setOf = (words: string) => new Set(words.split(' '))

/** Returns the names in which a language formats a part of a date, long and short, without case, accents and dots. Omits names of two letters. */
function namesOf(language: SearchLanguage, part: 'month' | 'weekday', count: number, first: string) {
  const names = new Map<string, number>()
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })
    for (let n = 0; n < count; n++) {
      const at = new Date(`${first}T12:00:00Z`)
      if (part === 'month') at.setUTCMonth(n)
      else at.setUTCDate(at.getUTCDate() + n)
      const name = foldForSearch(format.format(at)).replaceAll('.', '')
      if (name.length > 2 && !names.has(name)) names.set(name, n + 1)
    }
  }
  return names
}

const known = new Map<SearchLanguage, SearchedDateWords>()

/** Returns the words with which a language names days. */
export function searchedDateWords(language: SearchLanguage): SearchedDateWords {
  const before = known.get(language)
  if (before) return before
  const { days, last, present, next, week, month, fillers } = written[language]
  const directed = (words: string, direction: number) => words.split(' ').map((word) => [word, direction] as const)
  const words = {
    // 1 January 1970 is in the first month; 5 January 1970 was a Monday.
    months: namesOf(language, 'month', 12, '1970-01-01'),
    weekdays: namesOf(language, 'weekday', 7, '1970-01-05'),
    days: Object.entries(days),
    directions: new Map([...directed(last, -1), ...directed(present, 0), ...directed(next, 1)]),
    week: setOf(week),
    month: setOf(month),
    fillers: setOf(fillers),
  }
  known.set(language, words)
  return words
}
