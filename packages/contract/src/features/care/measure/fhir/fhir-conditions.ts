import { conditionOperators, measureLimits } from '../measure.limits.ts'
import type { MeasureCondition, MeasureItem } from '../measure.schemas.ts'
import {
  type Element,
  objectIn,
  elementsOf,
  lose,
  loseExtensions,
  loseOthers,
  numberOf,
  type Reading,
  stringOf,
  valueOf,
} from './fhir-elements.ts'
import { type CodedOption, optionOfCondition } from './fhir-options.ts'

/** The items that were read, by their id, with the codes of their options. */
export type Targets = ReadonlyMap<string, { kind: MeasureItem['kind']; options: CodedOption[] }>

const answerKeys = ['answerBoolean', 'answerDecimal', 'answerInteger', 'answerString', 'answerCoding']
const isOperator = (value: string): value is MeasureCondition['operator'] =>
  (conditionOperators as readonly string[]).includes(value)

/**
 * Returns the value of a condition: the id of the option if the item has such an option, otherwise the boolean, number or text in the file. Returns
 * null if the condition has none of these.
 */
function readValue(condition: Element, target: ReturnType<Targets['get']>): MeasureCondition['value'] {
  const answer = valueOf(condition, 'answerBoolean')
  if (target?.kind === 'choice') return optionOfCondition(target.options, condition) ?? rawValue(condition)
  return typeof answer === 'boolean' ? answer : rawValue(condition)
}

const rawValue = (condition: Element): MeasureCondition['value'] =>
  numberOf(condition, 'answerDecimal', 'answerInteger') ??
  (stringOf(condition, 'answerString') || stringOf(objectIn(condition, 'answerCoding') ?? {}, 'code') || null)

function readCondition(reading: Reading, condition: Element, part: string, targets: Targets): MeasureCondition | null {
  loseExtensions(reading, condition, part, [])
  loseOthers(reading, condition, part, ['id', 'question', 'operator', ...answerKeys])
  const item = stringOf(condition, 'question')
  const operator = stringOf(condition, 'operator')
  if (operator === 'exists') {
    const answered = valueOf(condition, 'answerBoolean') !== false
    return item ? { item, operator: answered ? 'answered' : 'not-answered', value: null } : null
  }
  if (!isOperator(operator) || operator === 'answered' || operator === 'not-answered') {
    lose(reading, 'operator', part, operator)
    return null
  }
  const value = readValue(condition, targets.get(item))
  if (!item || item.length > 255 || value === null || (typeof value === 'string' && value.length > 255)) {
    lose(reading, 'conditions', part, item)
    return null
  }
  const isOrder = operator !== '=' && operator !== '!='
  if (isOrder && targets.get(item)?.kind !== 'number') {
    lose(reading, 'operator', part, operator)
    return null
  }
  return { item, operator, value }
}

/** Reads the conditions of an item. If there are more than the maximum, keeps none of them and reports this. */
export function readWhen(reading: Reading, item: Element, part: string, targets: Targets): MeasureItem['when'] {
  const listed = elementsOf(item, 'enableWhen')
  const conditions = listed.flatMap((one) => readCondition(reading, one, part, targets) ?? [])
  if (conditions.length === 0) return null
  if (conditions.length > measureLimits.conditions) {
    lose(reading, 'conditions', part, 'enableWhen')
    return null
  }
  return { join: stringOf(item, 'enableBehavior') === 'any' ? 'any' : 'all', conditions }
}

const asAnswer = (value: MeasureCondition['value'], target: MeasureItem | undefined): Element => {
  if (typeof value === 'boolean') return { answerBoolean: value }
  if (typeof value === 'number') {
    const isWhole = target?.kind === 'number' && target.isWhole && Number.isInteger(value)
    return { [isWhole ? 'answerInteger' : 'answerDecimal']: value }
  }
  return target?.kind === 'text' ? { answerString: value } : { answerCoding: { code: value } }
}

/** Returns the properties of an item that contain its conditions. */
export function writeWhen({ when }: MeasureItem, items: ReadonlyMap<string, MeasureItem>): Element {
  if (!when) return {}
  const enableWhen = when.conditions.map(({ item, operator, value }) =>
    operator === 'answered' || operator === 'not-answered'
      ? { question: item, operator: 'exists', answerBoolean: operator === 'answered' }
      : { question: item, operator, ...asAnswer(value, items.get(item)) },
  )
  return { enableWhen, enableBehavior: when.join }
}
