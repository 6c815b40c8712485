import { isFilled } from '../../../common/text/text.ts'
import type { MeasureContent, MeasureItem, MeasureProblem, MeasureScore } from './measure.schemas.ts'
import { countedItems, rangeOfScore } from './measure.scores.ts'

const givesPoints = ({ kind }: MeasureItem) => kind === 'choice' || kind === 'yes-no' || kind === 'number'

function bandProblems(content: MeasureContent, score: MeasureScore): MeasureProblem['problem'][] {
  const { bands } = score
  const first = bands[0]
  if (!first) return []
  const range = rangeOfScore(content, score)
  const isOutOfOrder = bands.some(({ from }, place) => place > 0 && from <= (bands[place - 1]?.from ?? -Infinity))
  const found: [MeasureProblem['problem'], boolean][] = [
    ['band-text', bands.some(({ text }) => !isFilled(text[content.language] ?? ''))],
    ['band-order', isOutOfOrder],
    ['band-gap', range !== null && Math.min(...bands.map(({ from }) => from)) > range.from],
    ['band-outside', range !== null && bands.some(({ from }) => from < range.from || from > range.to)],
  ]
  return found.filter(([, isFound]) => isFound).map(([problem]) => problem)
}

/** Returns the problems of a score. Those of its items name the item. */
export function scoreProblems(content: MeasureContent, score: MeasureScore): MeasureProblem[] {
  const { items, alerts, missingUpTo, id } = score
  const counted = countedItems(content, score)
  const range = rangeOfScore(content, score)
  const isTwice = new Set(items.map(({ item }) => item)).size < items.length
  const found: [MeasureProblem['problem'], boolean][] = [
    ['score-title', !isFilled(score.title[content.language] ?? '')],
    ['score-empty', items.length === 0],
    ['score-item', counted.length < items.length || isTwice || counted.some(({ item }) => !givesPoints(item))],
    ['missing-too-many', missingUpTo > 0 && missingUpTo >= items.length],
    ['alert-outside', range !== null && alerts.some(({ at }) => at < range.from || at > range.to)],
  ]
  const ofScore = [
    ...found.filter(([, isFound]) => isFound).map(([problem]) => problem),
    ...bandProblems(content, score),
  ]
  return [
    ...ofScore.map((problem) => ({ problem, part: id })),
    ...counted.flatMap(({ item, reverse, range: points }): MeasureProblem[] => {
      if (!givesPoints(item) || points) return []
      if (item.kind !== 'number') return [{ problem: 'points', part: item.id }]
      return reverse ? [{ problem: 'reverse-without-range', part: item.id }] : []
    }),
  ]
}
