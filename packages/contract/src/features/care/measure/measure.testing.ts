import type { MeasureContent, MeasureItem, MeasureScore } from './measure.schemas.ts'

type Choice = Extract<MeasureItem, { kind: 'choice' }>

/** Returns a choice item with one option per entry of `points`; the id of an option is its index, as a text. */
export const choiceItem = (id: string, points: (number | null)[], more: Partial<Choice> = {}): Choice => ({
  id,
  parent: null,
  text: { en: `Item ${id}` },
  when: null,
  required: true,
  kind: 'choice',
  options: points.map((value, place) => ({ id: `${place}`, text: { en: `Option ${place}` }, points: value })),
  selfHarmFrom: null,
  ...more,
})

export const numberItem = (id: string, more: Partial<Extract<MeasureItem, { kind: 'number' }>> = {}): MeasureItem => ({
  id,
  parent: null,
  text: { en: `Item ${id}` },
  when: null,
  required: false,
  kind: 'number',
  isWhole: true,
  from: 0,
  to: 10,
  unit: '',
  selfHarmFrom: null,
  ...more,
})

/** Returns a score that is the sum of some items. */
export const sumOf = (items: string[], more: Partial<MeasureScore> = {}): MeasureScore => ({
  id: 'total',
  title: { en: 'Total' },
  items: items.map((item) => ({ item, reverse: false })),
  method: 'sum',
  missingUpTo: 0,
  bands: [],
  alerts: [],
  better: 'lower',
  reliableChange: null,
  ...more,
})

export const sampleMeasure = (more: Partial<MeasureContent> = {}): MeasureContent => ({
  title: 'Sample',
  language: 'en',
  intro: {},
  items: [choiceItem('1', [0, 1, 2, 3]), choiceItem('2', [0, 1, 2, 3])],
  scores: [sumOf(['1', '2'])],
  source: { publisher: '', copyright: '', licence: '', version: '', url: '', right: 'own' },
  ...more,
})
