import { isFilled } from '../../../common/text/text.ts'
import { structureProblems } from './measure.conditions.rules.ts'
import type { LocalText, MeasureAnswers, MeasureContent, MeasureItem, MeasureProblem } from './measure.schemas.ts'
import { scoreProblems } from './measure.problems.rules.ts'
import { answerTo, askedItems, isWithinLimits, rangeOfItem } from './measure.scores.ts'

type Content = Pick<MeasureContent, 'items'>

function fitsItem(item: MeasureItem | undefined, answer: MeasureAnswers[string]): boolean {
  if (answer === null) return item !== undefined
  switch (item?.kind) {
    case 'choice':
      return item.options.some(({ id }) => id === answer)
    case 'yes-no':
      return typeof answer === 'boolean'
    case 'number':
      return typeof answer === 'number'
    case 'text':
      return typeof answer === 'string'
    default:
      return false
  }
}

/**
 * Whether answers, complete or not, fit a measure: each belongs to an item of the measure, and is null or has a value of the kind of the item. A
 * number can be outside of the limits of its item until the answers are submitted.
 */
export function answersFitMeasure({ items }: Content, answers: MeasureAnswers): boolean {
  const byId = new Map(items.map((item) => [item.id, item]))
  return Object.entries(answers).every(([id, answer]) => fitsItem(byId.get(id), answer))
}

/**
 * Returns the ids of the items that prevent the answers from being submitted: items that are asked and required, and have no answer, and numbers
 * outside of their limits.
 */
export function unansweredItems(content: Content, answers: MeasureAnswers): string[] {
  const asked = askedItems(content, answers)
  return content.items
    .filter((item) => {
      if (!('required' in item) || !asked.has(item.id)) return false
      const answer = answerTo(answers, item.id)
      if (answer === null) return item.required
      return item.kind === 'number' && (typeof answer !== 'number' || !isWithinLimits(item, answer))
    })
    .map(({ id }) => id)
}

/** Whether a text is missing in the main language. */
const isMissing = (local: LocalText, { language }: Pick<MeasureContent, 'language'>) => !isFilled(local[language] ?? '')

/** Whether points can be stored and added without rounding: a number with up to 6 decimals. */
const canBeAdded = (points: number | null) =>
  points === null || (Number.isFinite(points) && Math.abs(points) <= 1e6 && Number(points.toFixed(6)) === points)

function pointsOfItem(item: MeasureItem): (number | null)[] {
  if (item.kind === 'choice') return item.options.map(({ points }) => points)
  if (item.kind === 'yes-no') return item.points ? [item.points.yes, item.points.no] : []
  return item.kind === 'number' ? [item.from, item.to] : []
}

/**
 * Whether a choice item has fewer than two options, an option without a text in the main language, or two options with the same id or the same text
 * in a language.
 */
function hasWrongOptions({ options }: Extract<MeasureItem, { kind: 'choice' }>, content: MeasureContent): boolean {
  const repeats = (values: string[]) => new Set(values).size < values.length
  const inLanguages = options.flatMap(({ text }) =>
    Object.entries(text)
      .filter(([, value]) => isFilled(value))
      .map(([language, value]) => `${language} ${value.trim()}`),
  )
  return (
    options.length < 2 ||
    options.some(({ text }) => isMissing(text, content)) ||
    repeats(options.map(({ id }) => id)) ||
    repeats(inLanguages)
  )
}

function hasWrongLimits(item: Extract<MeasureItem, { kind: 'number' }>): boolean {
  const { from, to, isWhole } = item
  const isBroken = (limit: number | null) => isWhole && limit !== null && !Number.isInteger(limit)
  return (from !== null && to !== null && from > to) || isBroken(from) || isBroken(to)
}

/** Whether the self-harm threshold of an item is outside the range of the item's points, or the item gives no points. */
function isSelfHarmOutside(item: MeasureItem): boolean {
  if (!('selfHarmFrom' in item) || item.selfHarmFrom === null) return false
  if (item.kind === 'number') {
    return item.selfHarmFrom < (item.from ?? -Infinity) || item.selfHarmFrom > (item.to ?? Infinity)
  }
  const range = rangeOfItem(item)
  return !range || item.selfHarmFrom < range.from || item.selfHarmFrom > range.to
}

function itemProblems(item: MeasureItem, content: MeasureContent): MeasureProblem[] {
  const found: [MeasureProblem['problem'], boolean][] = [
    ['text', isMissing(item.text, content)],
    ['options', item.kind === 'choice' && hasWrongOptions(item, content)],
    ['points', !pointsOfItem(item).every(canBeAdded)],
    ['number-range', item.kind === 'number' && hasWrongLimits(item)],
    ['self-harm-outside', isSelfHarmOutside(item)],
  ]
  return found.filter(([, isFound]) => isFound).map(([problem]) => ({ problem, part: item.id }))
}

/**
 * Returns the problems that prevent a measure from being sent: those of the whole, then those of its items in their order, then those of its scores.
 */
export function problemsOfMeasure(content: MeasureContent): MeasureProblem[] {
  const { items, scores, intro, source, title } = content
  const whole: [MeasureProblem['problem'], boolean][] = [
    ['title', !isFilled(title)],
    ['empty', !items.some((item) => 'required' in item)],
    ['text', isMissing(intro, content) && Object.values(intro).some(isFilled)],
    ['no-right', source.right === null && !isFilled(source.licence)],
  ]
  const structure = structureProblems(items)
  return [
    ...whole.filter(([, isFound]) => isFound).map(([problem]) => ({ problem, part: null })),
    ...items.flatMap((item) => [...itemProblems(item, content), ...(structure.get(item.id) ?? [])]),
    ...scores.flatMap((score) => scoreProblems(content, score)),
  ]
}
