import fc from 'fast-check'
import { MeasureContent, type MeasureAnswers, type MeasureItem, type MeasureScore } from './measure.schemas.ts'
import { fitsCondition } from './measure.conditions.rules.ts'

const ids = ['1', '1.1', '/44250-9', 'constructor', 'toString', 'a b', 'ü', 'LA6568-5', '0', '𝒳']
const tag = fc.constantFrom('', '<b>', '<script>x</script>', ' & ', '\n', '"', '’', '*', '\u202f')
const words = fc
  .tuple(fc.constantFrom('Sleep', 'Schlaf', 'Sueño', 'Mood', '心'), tag, fc.nat(99))
  .map((parts) => parts.join(' ').trim())
const local = fc.record({ en: words, de: words, es: words, fr: words }, { requiredKeys: [] })
/** Points that can be added without rounding. */
const points = fc.integer({ min: -4_000, max: 4_000 }).map((quarters) => quarters / 4)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

const when = fc.record({
  join: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(
    fc.record({
      at: fc.nat(),
      operator: fc.constantFrom('=' as const, '!=' as const, '>' as const, '<=' as const, 'answered' as const),
      number: points,
      isYes: fc.boolean(),
      option: fc.nat(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const rawItem = fc.record({
  kind: fc.constantFrom('choice', 'choice', 'choice', 'yes-no', 'number', 'text', 'display', 'group'),
  parent: optional(fc.nat()),
  text: local,
  when: optional(when),
  required: fc.boolean(),
  options: fc.array(fc.record({ text: local, points: optional(points) }), { maxLength: 5 }),
  limits: fc.tuple(optional(points), optional(points)),
  yesNo: optional(fc.record({ yes: points, no: points })),
  isWhole: fc.boolean(),
  unit: fc.constantFrom('', 'kg', '<h>'),
  selfHarmFrom: optional(points),
})
type RawItem = typeof rawItem extends fc.Arbitrary<infer Value> ? Value : never

/** Converts raw data to an item whose parent and conditions fit the items above it. */
function toItem(raw: RawItem, place: number, above: MeasureItem[]): MeasureItem {
  const groups = above.filter(({ kind }) => kind === 'group')
  const group = raw.parent === null ? undefined : groups[raw.parent % (groups.length || 1)]
  const conditions = (raw.when?.conditions ?? []).flatMap(({ at, operator, number, isYes, option }) => {
    const target = above[at % (above.length || 1)]
    if (!target || !('required' in target)) return []
    const options = target.kind === 'choice' ? target.options : []
    const byKind = { choice: options[option % (options.length || 1)]?.id, 'yes-no': isYes, number, text: 'Words' }
    const value = operator === 'answered' ? null : byKind[target.kind]
    const condition = value === undefined ? null : { item: target.id, operator, value }
    return condition && fitsCondition(target, condition) ? [condition] : []
  })
  const id = ids[place] ?? `item ${place}`
  const head = {
    id,
    parent: group && (raw.kind !== 'group' || group.parent === null) ? group.id : null,
    text: raw.text,
  }
  const asked = {
    ...head,
    when: raw.when && conditions.length > 0 ? { join: raw.when.join, conditions } : null,
    required: raw.required,
  }
  const { selfHarmFrom, isWhole, unit } = raw
  const [from, to] = raw.limits
  switch (raw.kind) {
    case 'choice': {
      const options = raw.options.map((one, index) => ({ ...one, id: ids[index] ?? '' }))
      return { ...asked, kind: 'choice', options, selfHarmFrom }
    }
    case 'yes-no':
      return { ...asked, kind: 'yes-no', points: raw.yesNo, selfHarmFrom }
    case 'number':
      return { ...asked, kind: 'number', isWhole, from, to, unit, selfHarmFrom }
    case 'text':
      return { ...asked, kind: 'text' }
    default:
      return { ...head, when: asked.when, kind: raw.kind === 'group' ? 'group' : 'display' }
  }
}

const rawScore = fc.record({
  title: local,
  items: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 }),
  method: fc.constantFrom('sum' as const, 'mean' as const),
  missingUpTo: fc.nat(4),
  bands: fc.array(fc.record({ from: points, text: local }), { maxLength: 4 }),
  alerts: fc.array(fc.record({ when: fc.constantFrom('from' as const, 'up-to' as const), at: points }), {
    maxLength: 3,
  }),
  better: fc.constantFrom('lower' as const, 'higher' as const),
  reliableChange: optional(fc.record({ points: fc.integer({ min: 1, max: 40 }).map((n) => n / 4), source: words })),
})

const source = fc.record({
  publisher: fc.constantFrom('', 'A publisher'),
  copyright: fc.constantFrom('', '© <A> & B'),
  licence: fc.constantFrom('', 'CC0'),
  version: fc.constantFrom('', '2.1'),
  url: fc.constantFrom('', 'https://example.org/Questionnaire/sample'),
  right: optional(fc.constantFrom('public' as const, 'licence' as const, 'permission' as const, 'own' as const)),
})

/** Random contents of measures that the schema accepts. Some have problems, such as texts that are missing. */
export const randomMeasure: fc.Arbitrary<MeasureContent> = fc
  .record({
    title: words,
    language: fc.constantFrom('en' as const, 'de' as const, 'es' as const, 'fr' as const),
    intro: local,
    raw: fc.array(rawItem, { minLength: 1, maxLength: 14 }),
    scores: fc.array(rawScore, { minLength: 1, maxLength: 3 }),
    source,
  })
  .map(({ raw, scores, ...head }) => {
    const items: MeasureItem[] = []
    for (const [place, one] of raw.entries()) items.push(toItem(one, place, items))
    const counted = items.filter(({ kind }) => kind === 'choice' || kind === 'yes-no' || kind === 'number')
    const toScore = (score: (typeof scores)[number], place: number): MeasureScore => {
      const chosen = new Map(
        score.items.map(([at, reverse]) => [counted[at % (counted.length || 1)]?.id ?? '', reverse]),
      )
      chosen.delete('')
      return {
        ...score,
        id: `score ${place}`,
        items: [...chosen].map(([item, reverse]) => ({ item, reverse })),
        bands: score.bands.toSorted((a, b) => a.from - b.from),
      }
    }
    return MeasureContent.parse({ ...head, items, scores: scores.map(toScore) })
  })

/** Random answers to a measure. `seeds` has one number per item; some give no answer. */
export function randomAnswers({ items }: MeasureContent, seeds: number[]): MeasureAnswers {
  const answerOf = (item: MeasureItem, seed: number) => {
    if (seed % 5 === 0) return seed % 2 === 0 ? null : undefined
    if (item.kind === 'choice') return item.options[seed % (item.options.length || 1)]?.id
    if (item.kind === 'yes-no') return seed % 2 === 0
    if (item.kind === 'number') return ((seed % 41) - 20) / (item.isWhole ? 1 : 4)
    return item.kind === 'text' ? 'Words' : undefined
  }
  return Object.fromEntries(
    items.flatMap((item, place) => {
      const answer = answerOf(item, seeds[place % seeds.length] ?? 0)
      return answer === undefined ? [] : [[item.id, answer]]
    }),
  )
}
