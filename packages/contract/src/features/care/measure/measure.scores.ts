import type { Language } from '../../../common/text/text.schemas.ts'
import { isFilled } from '../../../common/text/text.ts'
import type {
  LocalText,
  MeasureAnswers,
  MeasureCondition,
  MeasureContent,
  MeasureItem,
  MeasureResult,
  MeasureScore,
} from './measure.schemas.ts'

type Range = { from: number; to: number }
type Answer = MeasureAnswers[string]

/** Returns a text in a language. Falls back to the main language if the text is missing, and to an empty text if that is missing too. */
export function textOf(local: LocalText, language: Language, main: Language): string {
  const wanted = local[language]
  return wanted && isFilled(wanted) ? wanted : (local[main] ?? '')
}

/**
 * The two answers to an item of the kind `yes-no`, in the language of the measure, which can differ from that of the reader.
 */
export const yesAndNo: Record<Language, readonly [yes: string, no: string]> = {
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  de: ['Ja', 'Nein'],
}

/** Removes the noise of binary fractions: a number with up to 6 decimals. It is the only rounding of scores. */
export const withoutNoise = (value: number): number => Math.round(value * 1e6) / 1e6 + 0

/** Returns the answer to an item; null if there is none or its text is blank. */
export function answerTo(answers: MeasureAnswers, id: string): Answer {
  const answer = Object.hasOwn(answers, id) ? (answers[id] ?? null) : null
  return typeof answer === 'string' && !isFilled(answer) ? null : answer
}

function isMet({ operator, value }: MeasureCondition, answer: Answer): boolean {
  switch (operator) {
    case 'answered':
      return answer !== null
    case 'not-answered':
      return answer === null
    case '=':
      return answer === value
    case '!=':
      return answer !== value
  }
  if (typeof answer !== 'number' || typeof value !== 'number') return false
  if (operator === '>') return answer > value
  if (operator === '<') return answer < value
  return operator === '>=' ? answer >= value : answer <= value
}

/**
 * Returns the ids of the items that are asked with these answers. An item is asked if its conditions are met and its group is asked. A condition
 * takes into account only the answers to items above it that are asked; any other item counts as not answered.
 */
export function askedItems({ items }: Pick<MeasureContent, 'items'>, answers: MeasureAnswers): Set<string> {
  const asked = new Set<string>()
  for (const { id, parent, when } of items) {
    const met = (condition: MeasureCondition) =>
      isMet(condition, asked.has(condition.item) ? answerTo(answers, condition.item) : null)
    const isWanted = when === null || (when.join === 'all' ? when.conditions.every(met) : when.conditions.some(met))
    if (isWanted && (parent === null || asked.has(parent))) asked.add(id)
  }
  return asked
}

export const isAsked = (content: Pick<MeasureContent, 'items'>, answers: MeasureAnswers, itemId: string): boolean =>
  askedItems(content, answers).has(itemId)

/** Whether an answer to a number item is within its limits, and whole if it has to be. */
export const isWithinLimits = ({ isWhole, from, to }: Extract<MeasureItem, { kind: 'number' }>, value: number) =>
  (!isWhole || Number.isInteger(value)) && (from === null || value >= from) && (to === null || value <= to)

/** Returns the points of an answer; null for no answer and for an answer without points. */
export function pointsOf(item: MeasureItem, answer: Answer): number | null {
  if (answer === null) return null
  switch (item.kind) {
    case 'choice':
      return item.options.find(({ id }) => id === answer)?.points ?? null
    case 'yes-no':
      return typeof answer === 'boolean' && item.points ? item.points[answer ? 'yes' : 'no'] : null
    case 'number':
      return typeof answer === 'number' && isWithinLimits(item, answer) ? answer : null
    case 'text':
    case 'display':
    case 'group':
      return null
  }
}

/** Returns the lowest and the highest points of an item; null if the item has no points or no limits. */
export function rangeOfItem(item: MeasureItem): Range | null {
  if (item.kind === 'number') return item.from === null || item.to === null ? null : { from: item.from, to: item.to }
  if (item.kind !== 'choice' && item.kind !== 'yes-no') return null
  const all =
    item.kind === 'choice' ? item.options.map(({ points }) => points) : item.points ? Object.values(item.points) : []
  const points = all.filter((value) => value !== null)
  return points.length === 0 ? null : { from: Math.min(...points), to: Math.max(...points) }
}

/** Returns the items of a score with their ranges. Leaves out items that the measure does not have. */
export function countedItems(content: Pick<MeasureContent, 'items'>, { items }: Pick<MeasureScore, 'items'>) {
  const byId = new Map(content.items.map((item) => [item.id, item]))
  return items.flatMap(({ item: id, reverse }) => {
    const item = byId.get(id)
    return item ? [{ item, reverse, range: rangeOfItem(item) }] : []
  })
}

/** The ids of the items that may not be asked, because they or a group above them have conditions. */
function conditionalItems({ items }: Pick<MeasureContent, 'items'>): Set<string> {
  const found = new Set<string>()
  for (const { id, parent, when } of items) if (when || (parent !== null && found.has(parent))) found.add(id)
  return found
}

/**
 * Returns the lowest and the highest score that complete answers can give. Returns null if an item has no limits, or there are no items. An item that
 * may not be asked can also count 0.
 */
export function rangeOfScore(content: Pick<MeasureContent, 'items'>, score: MeasureScore): Range | null {
  const counted = countedItems(content, score)
  const conditional = conditionalItems(content)
  let from = 0
  let to = 0
  for (const { item, range } of counted) {
    if (!range) return null
    from += conditional.has(item.id) ? Math.min(range.from, 0) : range.from
    to += conditional.has(item.id) ? Math.max(range.to, 0) : range.to
  }
  if (counted.length === 0) return null
  const parts = score.method === 'mean' ? counted.length : 1
  return { from: withoutNoise(from / parts), to: withoutNoise(to / parts) }
}

/** Returns the name of the band of a score; null if no band contains the score. */
export const bandOfScore = ({ bands }: Pick<MeasureScore, 'bands'>, score: number): LocalText | null =>
  bands.findLast(({ from }) => from <= score)?.text ?? null

type Asked = { content: MeasureContent; answers: MeasureAnswers; asked: Set<string> }

/**
 * Returns a score, and the number of items that were asked and have no points. Each missing item counts the mean of the items that have points
 * (prorated), up to `missingUpTo` items; the score is null if more items or all items are missing. An item that was not asked counts 0. A score with
 * the method 'mean' is divided by the number of all its items, asked or not.
 */
function scoreOf({ content, answers, asked }: Asked, score: MeasureScore): { value: number | null; missing: number } {
  const counted = countedItems(content, score)
  let sum = 0
  let answered = 0
  let missing = 0
  for (const { item, reverse, range } of counted) {
    if (!asked.has(item.id)) continue
    const points = pointsOf(item, answerTo(answers, item.id))
    if (points === null || (reverse && !range)) missing++
    else {
      answered++
      sum += reverse && range ? range.from + range.to - points : points
    }
  }
  if (counted.length === 0 || missing > score.missingUpTo || (missing > 0 && answered === 0)) {
    return { value: null, missing }
  }
  const total = missing === 0 ? sum : sum + (missing * sum) / answered
  return { value: withoutNoise(score.method === 'mean' ? total / counted.length : total), missing }
}

/** Returns the result of each score of a measure, with its texts in a language. */
export function measureResults(content: MeasureContent, answers: MeasureAnswers, language: Language): MeasureResult[] {
  const asked = askedItems(content, answers)
  const inLanguage = (local: LocalText) => textOf(local, language, content.language)
  return content.scores.map((score) => {
    const { value, missing } = scoreOf({ content, answers, asked }, score)
    const band = value === null ? null : bandOfScore(score, value)
    return {
      id: score.id,
      title: inLanguage(score.title),
      score: value,
      range: rangeOfScore(content, score),
      band: band && inLanguage(band),
      missing,
      isAlert: value !== null && score.alerts.some(({ when, at }) => (when === 'from' ? value >= at : value <= at)),
    }
  })
}

/** Returns the ids of the items whose answers indicate thoughts of self-harm: their points are at or above the threshold of the item. */
export function selfHarmItems(content: Pick<MeasureContent, 'items'>, answers: MeasureAnswers): string[] {
  const asked = askedItems(content, answers)
  return content.items
    .filter((item) => {
      if (!('selfHarmFrom' in item) || item.selfHarmFrom === null || !asked.has(item.id)) return false
      const points = pointsOf(item, answerTo(answers, item.id))
      return points !== null && points >= item.selfHarmFrom
    })
    .map(({ id }) => id)
}

export const isSelfHarmAnswer = (content: Pick<MeasureContent, 'items'>, answers: MeasureAnswers): boolean =>
  selfHarmItems(content, answers).length > 0
