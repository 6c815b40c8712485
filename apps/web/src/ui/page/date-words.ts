/** The form of a day's name: 'Thu 26 Nov', 'Thu 26 November' or 'Thursday, 26 November'. */
export type DayStyle = 'short' | 'title' | 'long'

/** The words of a language for days and months. */
export type DateWords = {
  /** From Sunday to Saturday. */
  weekdays: Record<'short' | 'long', readonly string[]>
  months: Record<'short' | 'long', readonly string[]>
  /** Yesterday, today and tomorrow. */
  near: readonly [string, string, string]
  /** The order of the parts of a day: without a year, and with one. */
  patterns: Record<DayStyle, readonly [string, string]>
}

const split = (words: string) => words.split(' ')

/**
 * The names of days and months and their order, by language, from the Unicode CLDR. Creating the first `Intl` object of a page takes up to 20 ms,
 * on a phone four times as long, so the first screen uses none.
 */
export const dateWords: Record<'en' | 'de' | 'fr' | 'es', DateWords> = {
  en: {
    weekdays: {
      short: split('Sun Mon Tue Wed Thu Fri Sat'),
      long: split('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    },
    months: {
      short: split('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'),
      long: split('January February March April May June July August September October November December'),
    },
    near: ['yesterday', 'today', 'tomorrow'],
    patterns: {
      short: ['{w} {d} {m}', '{w}, {d} {m} {y}'],
      title: ['{w} {d} {m}', '{w}, {d} {m} {y}'],
      long: ['{w}, {d} {m}', '{w}, {d} {m} {y}'],
    },
  },
  de: {
    weekdays: {
      short: split('So. Mo. Di. Mi. Do. Fr. Sa.'),
      long: split('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
    },
    months: {
      short: split('Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'),
      long: split('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    },
    near: ['gestern', 'heute', 'morgen'],
    patterns: {
      short: ['{w}, {d}. {m}', '{w}, {d}. {m} {y}'],
      title: ['{w}, {d}. {m}', '{w}, {d}. {m} {y}'],
      long: ['{w}, {d}. {m}', '{w}, {d}. {m} {y}'],
    },
  },
  fr: {
    weekdays: {
      short: split('dim. lun. mar. mer. jeu. ven. sam.'),
      long: split('dimanche lundi mardi mercredi jeudi vendredi samedi'),
    },
    months: {
      short: split('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
      long: split('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    },
    near: ['hier', 'aujourd’hui', 'demain'],
    patterns: {
      short: ['{w} {d} {m}', '{w} {d} {m} {y}'],
      title: ['{w} {d} {m}', '{w} {d} {m} {y}'],
      long: ['{w} {d} {m}', '{w} {d} {m} {y}'],
    },
  },
  es: {
    weekdays: {
      short: split('dom lun mar mié jue vie sáb'),
      long: split('domingo lunes martes miércoles jueves viernes sábado'),
    },
    months: {
      short: split('ene feb mar abr may jun jul ago sept oct nov dic'),
      long: split('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    },
    near: ['ayer', 'hoy', 'mañana'],
    patterns: {
      short: ['{w}, {d} {m}', '{w}, {d} {m} {y}'],
      title: ['{w}, {d} de {m}', '{w}, {d} de {m} de {y}'],
      long: ['{w}, {d} de {m}', '{w}, {d} de {m} de {y}'],
    },
  },
}

/** Returns the words of a language that the product has; English for any other. */
export const dateWordsOf = (language: string): DateWords =>
  (dateWords as Record<string, DateWords>)[language] ?? dateWords.en

/** Returns a calendar day, `YYYY-MM-DD`, in words, without capitalizing it. */
export function dayInWords(day: string, language: string, style: DayStyle, withYear: boolean): string {
  const { weekdays, months, patterns } = dateWordsOf(language)
  const at = new Date(`${day}T12:00:00Z`)
  const parts: Record<string, string | number | undefined> = {
    w: weekdays[style === 'long' ? 'long' : 'short'][at.getUTCDay()],
    d: at.getUTCDate(),
    m: months[style === 'short' ? 'short' : 'long'][at.getUTCMonth()],
    y: at.getUTCFullYear(),
  }
  return patterns[style][withYear ? 1 : 0].replaceAll(/\{(\w)\}/g, (_, part: string) => String(parts[part]))
}
