import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStartWord, isStopWord } from './consent.rules.ts'

const stops = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'STOPP', 'ABMELDEN', 'ARRET', 'ARRÊT']
const spanishStops = ['BAJA', 'ALTO', 'PARAR']
const starts = ['START', 'UNSTOP', 'STARTEN', 'REPRENDRE', 'DÉMARRER', 'ALTA']

test('each word of the four languages ends texts, in any case, with spaces and with a full stop', () => {
  for (const word of [...stops, ...spanishStops])
    for (const text of [
      word,
      word.toLowerCase(),
      `${word[0]}${word.slice(1).toLowerCase()}`,
      `  ${word} \n`,
      `${word}.`,
      `${word} !`,
      `„${word}“`,
      [...word].join(' '),
      word.normalize('NFD'),
      `\u200B${word}\uFE0F`,
    ])
      expect(isStopWord(text), JSON.stringify(text)).toBe(true)
  expect(isStopWord('Stop all')).toBe(true)
})

test('a sentence that contains a stop word ends nothing', () => {
  const texts = [
    'Please stop by at five',
    'I cannot stop crying',
    'The end',
    'STOP?! no',
    'stopping',
    'bus stop',
    'Un alto en el camino',
    'arrêt de bus',
    '',
    ' . ',
    `STOP${' '.repeat(80)}`,
  ]
  for (const text of texts) expect(isStopWord(text), text).toBe(false)
})

test('each start word asks for texts again, and none of them is a stop word', () => {
  for (const word of starts) {
    for (const text of [word, ` ${word.toLowerCase()}. `, [...word].join(' ')])
      expect(isStartWord(text), text).toBe(true)
    expect(isStopWord(word)).toBe(false)
  }
  for (const word of [...stops, ...spanishStops]) expect(isStartWord(word)).toBe(false)
  expect(isStartWord('Start on Monday')).toBe(false)
})

test('no text is both a stop and a start', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(isStopWord(text) && isStartWord(text)).toBe(false)
    }),
  )
})
