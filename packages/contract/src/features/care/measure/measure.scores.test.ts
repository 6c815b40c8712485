import { expect, test } from 'vitest'
import { answersFitMeasure, unansweredItems } from './measure.rules.ts'
import type { MeasureAnswers, MeasureItem } from './measure.schemas.ts'
import { isAsked, isSelfHarmAnswer, measureResults, rangeOfScore, textOf } from './measure.scores.ts'
import { choiceItem, numberItem, sampleMeasure, sumOf } from './measure.testing.ts'

const four = ['1', '2', '3', '4'].map((id) => choiceItem(id, [0, 1, 2, 3]))
const scoreOf = (content: Parameters<typeof measureResults>[0], answers: Record<string, string | number | boolean>) =>
  measureResults(content, answers, 'en')[0]

test('a reverse item counts its lowest points as its highest', () => {
  const content = sampleMeasure({
    items: [choiceItem('1', [1, 2, 5]), choiceItem('2', [0, 1])],
    scores: [
      sumOf([], {
        items: [
          { item: '1', reverse: true },
          { item: '2', reverse: false },
        ],
      }),
    ],
  })
  expect(['0', '1', '2'].map((answer) => scoreOf(content, { 1: answer, 2: '1' })?.score)).toEqual([6, 5, 2])
  expect(scoreOf(content, { 1: '0', 2: '1' })?.range).toEqual({ from: 1, to: 6 })
})

test('missing items count the mean of the others up to the permitted number, and more give no score', () => {
  const content = (method: 'sum' | 'mean') =>
    sampleMeasure({ items: four, scores: [sumOf(['1', '2', '3', '4'], { missingUpTo: 1, method })] })
  expect(scoreOf(content('sum'), { 1: '1', 2: '1', 3: '2' })).toMatchObject({ score: 5.333333, missing: 1 })
  expect(scoreOf(content('mean'), { 1: '1', 2: '1', 3: '2' })).toMatchObject({ score: 1.333333, missing: 1 })
  expect(scoreOf(content('sum'), { 1: '3', 2: '1' })).toMatchObject({ score: null, missing: 2, band: null })
  const none = sampleMeasure({ items: four, scores: [sumOf(['1', '2'], { missingUpTo: 2 })] })
  expect(scoreOf(none, {})).toMatchObject({ score: null, missing: 2 })
})

test('an option without points is missing', () => {
  const items = [choiceItem('1', [0, 1, null]), choiceItem('2', [0, 4])]
  const results = (missingUpTo: number) =>
    scoreOf(sampleMeasure({ items, scores: [sumOf(['1', '2'], { missingUpTo })] }), { 1: '2', 2: '1' })
  expect(results(0)).toMatchObject({ score: null, missing: 1 })
  expect(results(1)).toMatchObject({ score: 8, missing: 1 })
})

test('points with decimals are added without the noise of binary fractions', () => {
  const items = [choiceItem('1', [0.1]), choiceItem('2', [0.2]), numberItem('3', { isWhole: false, from: -1, to: 1 })]
  const content = sampleMeasure({ items, scores: [sumOf(['1', '2', '3'])] })
  expect(scoreOf(content, { 1: '0', 2: '0', 3: -0.3 })?.score).toBe(0)
  expect(scoreOf(content, { 1: '0', 2: '0', 3: 0 })?.score).toBe(0.3)
})

const withConditions: MeasureItem[] = [
  choiceItem('1', [0, 1]),
  {
    id: 'group',
    parent: null,
    text: { en: 'Group' },
    when: { join: 'any', conditions: [{ item: '1', operator: '=', value: '1' }] },
    kind: 'group',
  },
  choiceItem('2', [1, 2], { parent: 'group' }),
  choiceItem('3', [1, 2], { when: { join: 'all', conditions: [{ item: '2', operator: '=', value: '1' }] } }),
]

test('an item that is not asked counts 0 and is not missing, and its answer does not meet a condition', () => {
  const content = sampleMeasure({ items: withConditions, scores: [sumOf(['1', '2', '3'])] })
  const answers = { 1: '0', 2: '1', 3: '1' }
  expect(['1', 'group', '2', '3'].map((id) => isAsked(content, answers, id))).toEqual([true, false, false, false])
  expect(scoreOf(content, answers)).toMatchObject({ score: 0, missing: 0, range: { from: 0, to: 5 } })
  expect(scoreOf(content, { ...answers, 1: '1' })).toMatchObject({ score: 5, missing: 0 })
  expect(unansweredItems(content, { 1: '0' })).toEqual([])
  expect(unansweredItems(content, { 1: '1' })).toEqual(['2'])
})

test('conditions compare numbers and see whether an item is answered', () => {
  const asked = (operator: '>' | '<' | '>=' | '<=' | '!=' | 'answered' | 'not-answered', answer: number | null) => {
    const value = operator.endsWith('answered') ? null : 5
    const when = { join: 'all' as const, conditions: [{ item: 'n', operator, value }] }
    return isAsked({ items: [numberItem('n'), choiceItem('1', [0, 1], { when })] }, { n: answer }, '1')
  }
  expect([4, 5, 6, null].map((answer) => asked('>', answer))).toEqual([false, false, true, false])
  expect([4, 5, 6, null].map((answer) => asked('<', answer))).toEqual([true, false, false, false])
  expect([4, 5, 6, null].map((answer) => asked('>=', answer))).toEqual([false, true, true, false])
  expect([4, 5, 6, null].map((answer) => asked('<=', answer))).toEqual([true, true, false, false])
  expect([4, 5, null].map((answer) => asked('!=', answer))).toEqual([true, false, true])
  expect([asked('answered', 0), asked('answered', null)]).toEqual([true, false])
  expect([asked('not-answered', 0), asked('not-answered', null)]).toEqual([false, true])
})

test('a score has the band and the alerts that it reaches', () => {
  const bands = [0, 3, 5].map((from) => ({ from, text: { en: `from ${from}`, de: `ab ${from}` } }))
  const alerts = [
    { when: 'from' as const, at: 5 },
    { when: 'up-to' as const, at: 0 },
  ]
  const content = sampleMeasure({ scores: [sumOf(['1', '2'], { bands, alerts })] })
  const seen = [0, 1, 3, 4, 5, 6].map((score) => {
    const [result] = measureResults(content, { 1: `${Math.min(score, 3)}`, 2: `${Math.max(score - 3, 0)}` }, 'de')
    return [result?.band, result?.isAlert]
  })
  expect(seen).toEqual([
    ['ab 0', true],
    ['ab 0', false],
    ['ab 3', false],
    ['ab 3', false],
    ['ab 5', true],
    ['ab 5', true],
  ])
})

test('a score has no range if one of its numbers has no limit, and is still computed', () => {
  const score = sumOf(['1', '2'])
  const content = sampleMeasure({ items: [numberItem('1', { to: null }), numberItem('2')], scores: [score] })
  expect(rangeOfScore(content, score)).toBeNull()
  expect(scoreOf(content, { 1: 400, 2: 3 })).toMatchObject({ score: 403, range: null })
})

test('an answer from the threshold of an item about self-harm on indicates a risk, if the item is asked', () => {
  const items = [
    choiceItem('1', [0, 1]),
    choiceItem('2', [0, 1, 2], {
      selfHarmFrom: 1,
      when: { join: 'all', conditions: [{ item: '1', operator: '=', value: '1' }] },
    }),
  ]
  const risk = (first: string, second: string) => isSelfHarmAnswer({ items }, { 1: first, 2: second })
  expect([risk('1', '0'), risk('1', '1'), risk('1', '2'), risk('0', '2')]).toEqual([false, true, true, false])
  const yesNo = { ...choiceItem('y', []), kind: 'yes-no' as const, points: { yes: 1, no: 0 }, selfHarmFrom: 1 }
  const { options: _options, ...item } = yesNo
  expect([true, false].map((y) => isSelfHarmAnswer({ items: [item] }, { y }))).toEqual([true, false])
})

test('answers fit a measure with values of its items only, and a number outside of its limits cannot be submitted', () => {
  const text: MeasureItem = { id: 't', parent: null, text: { en: 'Text' }, when: null, required: true, kind: 'text' }
  const content = sampleMeasure({ items: [choiceItem('1', [0, 1]), numberItem('n'), text] })
  expect(answersFitMeasure(content, { 1: '1', n: 4, t: 'Words' })).toBe(true)
  expect(answersFitMeasure(content, { 1: null, n: 40 })).toBe(true)
  const wrong: MeasureAnswers[] = [{ 1: '2' }, { 1: 0 }, { n: '4' }, { t: 4 }, { other: null }, { constructor: 'x' }]
  expect(wrong.map((answers) => answersFitMeasure(content, answers))).toEqual(wrong.map(() => false))
  expect(unansweredItems(content, { 1: '1', t: ' ' })).toEqual(['t'])
  expect(unansweredItems(content, { 1: '1', t: 'Words', n: 40 })).toEqual(['n'])
  expect(unansweredItems(content, { 1: '1', t: 'Words', n: 4.5 })).toEqual(['n'])
})

test('a text is shown in the main language if it has none in the wanted one', () => {
  expect(textOf({ en: 'Yes', de: 'Ja' }, 'de', 'en')).toBe('Ja')
  expect(textOf({ en: 'Yes', de: ' ' }, 'de', 'en')).toBe('Yes')
  expect(textOf({}, 'de', 'en')).toBe('')
})
