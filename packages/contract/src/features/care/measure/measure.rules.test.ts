import { expect, test } from 'vitest'
import { problemsOfMeasure } from './measure.rules.ts'
import { MeasureContent, type MeasureItem, type MeasureScore } from './measure.schemas.ts'
import { choiceItem, numberItem, sampleMeasure, sumOf } from './measure.testing.ts'

const problems = (more: Partial<MeasureContent>) =>
  problemsOfMeasure(sampleMeasure(more)).map(({ problem, part }) => (part === null ? problem : `${problem} ${part}`))
const ofItem = (more: object, item: MeasureItem = choiceItem('1', [0, 1])) =>
  problems({ items: [{ ...item, ...more } as MeasureItem], scores: [] })
const ofScore = (more: Partial<MeasureScore>) => problems({ scores: [sumOf(['1', '2'], more)] })
const bands = (...from: number[]) => ({ bands: from.map((at) => ({ from: at, text: { en: `From ${at}` } })) })
const group = (id: string, parent: string | null = null): MeasureItem => ({
  id,
  parent,
  text: { en: id },
  when: null,
  kind: 'group',
})
const when = (item: string, value: string | number | boolean | null = '1', operator = '=') => ({
  when: { join: 'all', conditions: [{ item, operator, value }] } as MeasureItem['when'],
})

test('a complete measure has no problems', () => {
  expect(problemsOfMeasure(sampleMeasure())).toEqual([])
  expect(MeasureContent.parse(sampleMeasure())).toEqual(sampleMeasure())
})

test('a measure needs a title, an item to answer, a right and its texts in the main language', () => {
  expect(problems({ title: ' ' })).toEqual(['title'])
  expect(problems({ items: [group('g')], scores: [] })).toEqual(['empty'])
  expect(problems({ intro: { de: 'Einleitung' } })).toEqual(['text'])
  const source = { ...sampleMeasure().source, right: null }
  expect(problems({ source })).toEqual(['no-right'])
  expect(problems({ source: { ...source, licence: 'CC0' } })).toEqual([])
  expect(ofItem({ text: { de: 'Frage' } })).toEqual(['text 1'])
})

test('options are at least two with different texts and points that can be added', () => {
  expect(ofItem({}, choiceItem('1', [1]))).toEqual(['options 1'])
  const [first] = choiceItem('1', [0]).options
  expect(ofItem({ options: [first, { ...first, id: 'other' }] })).toEqual(['options 1'])
  expect(ofItem({ options: [first, { ...first, id: 'other', text: { de: 'Anders' } }] })).toEqual(['options 1'])
  for (const points of [Number.NaN, Infinity, 1e-7, 2e6]) {
    expect(ofItem({}, choiceItem('1', [0, points])), `${points}`).toEqual(['points 1'])
  }
  expect(ofItem({}, choiceItem('1', [-1.5, 0.000001]))).toEqual([])
})

test('an item that counts has points, and a reverse number has limits', () => {
  const reverse = [{ item: 'n', reverse: true }]
  const count = (item: MeasureItem, more: Partial<MeasureScore> = {}) =>
    problems({ items: [item], scores: [sumOf([item.id], more)] })
  expect(count(choiceItem('1', [null, null]))).toEqual(['points 1'])
  expect(count(numberItem('n', { to: null }))).toEqual([])
  expect(count(numberItem('n', { to: null }), { items: reverse })).toEqual(['reverse-without-range n'])
  expect(count(numberItem('n'), { items: reverse })).toEqual([])
})

test('the limits of a number are in order, and whole for whole numbers', () => {
  expect(ofItem({ from: 3, to: 2 }, numberItem('n'))).toEqual(['number-range n'])
  expect(ofItem({ from: 0.5 }, numberItem('n'))).toEqual(['number-range n'])
  expect(ofItem({ from: 0.5, isWhole: false }, numberItem('n'))).toEqual([])
})

test('a threshold for self-harm is within the points of its item', () => {
  expect([-1, 0, 1, 2].map((selfHarmFrom) => ofItem({ selfHarmFrom }).length)).toEqual([1, 0, 0, 1])
  expect(ofItem({ selfHarmFrom: 1 }, choiceItem('1', [null, null]))).toEqual(['self-harm-outside 1'])
  expect(ofItem({ selfHarmFrom: 11 }, numberItem('n'))).toEqual(['self-harm-outside n'])
})

test('a score has a title and different items that exist and give points, and more of them than can be missing', () => {
  expect(ofScore({ title: {} })).toEqual(['score-title total'])
  expect(ofScore({ items: [] })).toEqual(['score-empty total'])
  expect(problems({ scores: [sumOf(['1', 'other'])] })).toEqual(['score-item total'])
  expect(problems({ scores: [sumOf(['1', '1'])] })).toEqual(['score-item total'])
  expect(problems({ items: [...sampleMeasure().items, group('g')], scores: [sumOf(['1', 'g'])] })).toEqual([
    'score-item total',
  ])
  expect([0, 1, 2].map((missingUpTo) => ofScore({ missingUpTo }))).toEqual([[], [], ['missing-too-many total']])
})

test('bands start at the lowest score, in order, and within the range, as alerts do', () => {
  expect(ofScore(bands(0, 3, 6))).toEqual([])
  expect(ofScore(bands(1, 3))).toEqual(['band-gap total'])
  expect(ofScore(bands(0, 3, 3))).toEqual(['band-order total'])
  expect(ofScore(bands(0, 4, 3))).toEqual(['band-order total'])
  expect(ofScore(bands(0, 7))).toEqual(['band-outside total'])
  expect(ofScore(bands(-1, 3))).toEqual(['band-outside total'])
  expect(ofScore({ bands: [{ from: 0, text: { de: 'Band' } }] })).toEqual(['band-text total'])
  const at = (value: number) => ofScore({ alerts: [{ when: 'from', at: value }] })
  expect([-1, 0, 6, 7].map(at)).toEqual([['alert-outside total'], [], [], ['alert-outside total']])
})

test('a condition names an answered item above with one of its values', () => {
  const second = (more: object) =>
    problems({ items: [choiceItem('1', [0, 1]), choiceItem('2', [0, 1], more)], scores: [] })
  expect(second(when('1'))).toEqual([])
  expect(second(when('other'))).toEqual(['condition-item 2'])
  expect(second(when('1', '7'))).toEqual(['condition-value 2'])
  expect(second(when('1', true))).toEqual(['condition-value 2'])
  expect(second(when('1', '1', '>'))).toEqual(['condition-value 2'])
  expect(second(when('1', null, 'answered'))).toEqual([])
  expect(problems({ items: [choiceItem('1', [0, 1], when('2')), choiceItem('2', [0, 1])], scores: [] })).toEqual([
    'condition-item 1',
  ])
  expect(problems({ items: [group('g'), choiceItem('2', [0, 1], when('g'))], scores: [] })).toEqual([
    'condition-item 2',
  ])
})

test('every item in a cycle of conditions and groups is named', () => {
  const cycle = [
    choiceItem('1', [0, 1], when('3')),
    choiceItem('2', [0, 1], when('1')),
    { ...group('g'), ...when('2') },
    choiceItem('3', [0, 1], { parent: 'g' }),
    choiceItem('4', [0, 1], when('3')),
  ]
  expect(problems({ items: cycle, scores: [] })).toEqual(['1', '2', 'g', '3'].map((id) => `condition-cycle ${id}`))
  expect(ofItem(when('1'))).toEqual(['condition-cycle 1'])
})

test('the parent of an item is a group above it, up to the permitted depth', () => {
  expect(problems({ items: [choiceItem('1', [0, 1]), choiceItem('2', [0, 1], { parent: '1' })], scores: [] })).toEqual([
    'parent 2',
  ])
  expect(problems({ items: [choiceItem('1', [0, 1], { parent: 'g' }), group('g')], scores: [] })).toEqual(['parent 1'])
  const groups = Array.from({ length: 6 }, (_, level) => group(`g${level}`, level === 0 ? null : `g${level - 1}`))
  const inside = (level: number) =>
    problems({ items: [...groups.slice(0, level), choiceItem('1', [0, 1], { parent: `g${level - 1}` })], scores: [] })
  expect([inside(5), inside(6)]).toEqual([[], ['parent g5']])
})
