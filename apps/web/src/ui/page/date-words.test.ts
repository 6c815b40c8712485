import { shiftDay } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import { dateWords, dateWordsOf, dayInWords } from './date-words.ts'

const languages = Object.keys(dateWords) as (keyof typeof dateWords)[]
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)
const leapYear = Array.from({ length: 366 }, (_, n) => shiftDay('2024-01-01', n))

for (const language of languages) {
  test.each([
    ['short', { weekday: 'short', month: 'short' }],
    ['title', { weekday: 'short', month: 'long' }],
    ['long', { weekday: 'long', month: 'long' }],
  ] as const)(`every day in ${language} has the words of Intl in the style %s`, (style, options) => {
    for (const year of [undefined, 'numeric'] as const) {
      const format = new Intl.DateTimeFormat(localeOf(language), { ...options, day: 'numeric', year, timeZone: 'UTC' })
      for (const day of leapYear) {
        const expected = format.format(new Date(`${day}T12:00:00Z`))
        const withComma = language === 'en' && style === 'long' ? expected.replace(/^(\p{L}+) /u, '$1, ') : expected
        expect(dayInWords(day, language, style, year !== undefined)).toBe(withComma)
      }
    }
  })

  test(`yesterday, today and tomorrow in ${language} are the words of Intl`, () => {
    const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
    expect(dateWords[language].near).toEqual([-1, 0, 1].map((distance) => format.format(distance, 'day')))
  })
}

test('an unknown language has the English words', () => {
  expect(dateWordsOf('xx')).toBe(dateWords.en)
})
