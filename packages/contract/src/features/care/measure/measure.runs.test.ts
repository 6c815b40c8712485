import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../common/runs.testing.ts'
import { randomAnswers, randomMeasure } from './measure.random.testing.ts'
import { problemsOfMeasure } from './measure.rules.ts'
import type { MeasureAnswers, MeasureContent, MeasureItem, MeasureScore } from './measure.schemas.ts'
import { measureResults } from './measure.scores.ts'

const numRuns = runs(150, 1_000, 20_000)

const answerIn = (answers: MeasureAnswers, id: string) => new Map(Object.entries(answers)).get(id) ?? null

/** Whether an item is asked, computed backwards from the item, unlike the rules, which go through the list once. */
function isShown(items: MeasureItem[], answers: MeasureAnswers, id: string): boolean {
  const item = items.find((one) => one.id === id)
  if (!item) return false
  const given = (other: string) => (isShown(items, answers, other) ? answerIn(answers, other) : null)
  const holds = ({ item: other, operator, value }: NonNullable<MeasureItem['when']>['conditions'][number]) => {
    const answer = given(other)
    const table: Record<string, () => boolean> = {
      '=': () => answer === value,
      '!=': () => answer !== value,
      '>': () => answer !== null && Number(answer) > Number(value),
      '<=': () => answer !== null && Number(answer) <= Number(value),
      answered: () => answer !== null,
    }
    return table[operator]?.() ?? false
  }
  const held = item.when?.conditions.filter(holds).length ?? 0
  const needed = !item.when ? 0 : item.when.join === 'all' ? item.when.conditions.length : 1
  return held >= needed && (!item.parent || isShown(items, answers, item.parent))
}

/** The possible points of an item in quarters, so that they are added as whole numbers. */
function quartersOf(item: MeasureItem): { lowest: number; highest: number; of: (answer: unknown) => number | null } {
  const quarters = (value: number | null | undefined) => (value === null || value === undefined ? null : value * 4)
  const all: (number | null)[] =
    item.kind === 'choice'
      ? item.options.map(({ points }) => quarters(points))
      : item.kind === 'yes-no'
        ? [quarters(item.points?.yes), quarters(item.points?.no)]
        : item.kind === 'number'
          ? [quarters(item.from) ?? -Infinity, quarters(item.to) ?? Infinity]
          : []
  const real = all.filter((one) => one !== null)
  const of = (answer: unknown) => {
    if (item.kind === 'choice') return all[item.options.findIndex(({ id }) => id === answer)] ?? null
    if (item.kind === 'yes-no') return answer === true ? (all[0] ?? null) : answer === false ? (all[1] ?? null) : null
    if (item.kind !== 'number' || typeof answer !== 'number' || (item.isWhole && answer % 1 !== 0)) return null
    return answer * 4 >= (all[0] ?? 0) && answer * 4 <= (all[1] ?? 0) ? answer * 4 : null
  }
  return { lowest: real.toSorted((a, b) => a - b)[0] ?? NaN, highest: real.toSorted((a, b) => b - a)[0] ?? NaN, of }
}

/**
 * Computes the score by its definition: the sum of the answered items, multiplied by the number of items that were asked, and divided by the number
 * that were answered. A mean is this sum divided by the number of all items of the score.
 */
function expectedScore({ items }: MeasureContent, score: MeasureScore, answers: MeasureAnswers) {
  const asked = score.items.filter(({ item }) => isShown(items, answers, item))
  const quarters = asked.map(({ item: id, reverse }) => {
    const item = items.find((one) => one.id === id)
    if (!item) throw new Error(id)
    const { lowest, highest, of } = quartersOf(item)
    const value = of(answerIn(answers, id))
    if (!reverse || value === null) return value
    return Number.isFinite(lowest) && Number.isFinite(highest) ? highest - (value - lowest) : null
  })
  const answered = quarters.filter((value) => value !== null)
  const missing = asked.length - answered.length
  if (score.items.length === 0 || missing > score.missingUpTo) return { missing, value: null }
  if (asked.length > 0 && answered.length === 0) return { missing, value: null }
  const sum = answered.reduce((total, value) => total + value, 0)
  const whole = answered.length === 0 ? 0 : (sum * asked.length) / answered.length / 4
  return { missing, value: score.method === 'sum' ? whole : whole / score.items.length }
}

test('scores, bands and alerts equal an independent computation for random measures and answers @slow', () => {
  const seeds = fc.array(fc.nat(), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(randomMeasure, seeds, (content, numbers) => {
      const answers = randomAnswers(content, numbers)
      const results = measureResults(content, answers, content.language)
      expect(results.map(({ id }) => id)).toEqual(content.scores.map(({ id }) => id))
      for (const [place, score] of content.scores.entries()) {
        const result = results[place]
        const expected = expectedScore(content, score, answers)
        expect(result?.missing).toBe(expected.missing)
        if (expected.value === null || typeof result?.score !== 'number') {
          expect([result?.score, result?.band, result?.isAlert]).toEqual([expected.value, null, false])
          continue
        }
        const { score: value, band, isAlert } = result
        expect(Math.abs(value - expected.value)).toBeLessThan(0.000_001)
        const reached = score.bands.filter(({ from }) => from <= value)
        const name = reached.at(-1)?.text[content.language] ?? ''
        expect(band).toBe(reached.length === 0 ? null : name)
        expect(isAlert).toBe(score.alerts.some(({ when, at }) => (value - at) * (when === 'from' ? 1 : -1) >= 0))
      }
    }),
    { numRuns },
  )
})

test('a complete answer to a random measure without problems has a score within the range', () => {
  const seeds = fc.array(fc.nat(), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(randomMeasure, seeds, (content, numbers) => {
      const faulty = new Set(problemsOfMeasure(content).map(({ part }) => part))
      for (const [place, result] of measureResults(content, randomAnswers(content, numbers), 'en').entries()) {
        const score = content.scores[place]
        if (!score || faulty.has(score.id) || result.missing > 0 || result.score === null || !result.range) continue
        expect(result.score).toBeGreaterThanOrEqual(result.range.from)
        expect(result.score).toBeLessThanOrEqual(result.range.to)
      }
    }),
    { numRuns },
  )
})
