import { isFilled } from '../../../../common/text/text.ts'
import { measureLimits } from '../measure.limits.ts'
import type { MeasureItem } from '../measure.schemas.ts'
import { readWhen, type Targets } from './fhir-conditions.ts'
import {
  type Element,
  objectIn,
  elementsOf,
  extensionOf,
  fhirExtension,
  lose,
  loseExtensions,
  loseOthers,
  numberOf,
  ownExtension,
  type Reading,
  stringOf,
  valueOf,
} from './fhir-elements.ts'
import { type CodedOption, readAnswerOptions } from './fhir-options.ts'
import { plainText, readText } from './fhir-texts.ts'

type Kind = MeasureItem['kind']

/** The kinds of items by the types of FHIR, those of R5 included. A date or an address is answered as a text. */
const kinds: Record<string, Kind> = {
  group: 'group',
  display: 'display',
  boolean: 'yes-no',
  integer: 'number',
  decimal: 'number',
  quantity: 'number',
  string: 'text',
  text: 'text',
  url: 'text',
  date: 'text',
  dateTime: 'text',
  time: 'text',
  choice: 'choice',
  'open-choice': 'choice',
  coding: 'choice',
}
const exactTypes = ['group', 'display', 'boolean', 'integer', 'decimal', 'string', 'text', 'choice', 'coding']

const knownKeys = [
  'id',
  'linkId',
  'text',
  'type',
  'required',
  'enableWhen',
  'enableBehavior',
  'answerOption',
  'answerValueSet',
  'item',
  'repeats',
  'initial',
  'readOnly',
  'answerConstraint',
]
const knownExtensions = [
  fhirExtension.minValue,
  fhirExtension.maxValue,
  fhirExtension.unit,
  fhirExtension.hidden,
  ownExtension.points,
  ownExtension.selfHarm,
  ownExtension.place,
]

/** An item of the file, and the group that contains it. */
type Found = { element: Element; id: string; parent: string | null; kind: Kind; options: CodedOption[] }

/** Whether an item cannot be asked, because it is computed or not meant for the client. Reports the reason. */
function isLeftOut(reading: Reading, element: Element, id: string): boolean {
  const isHidden = valueOf(extensionOf(element, fhirExtension.hidden) ?? {}, 'valueBoolean') === true
  const isCalculated = elementsOf(element, 'extension').some((one) =>
    /calculated(Expression|Value)$/.test(stringOf(one, 'url')),
  )
  const isReadOnly = valueOf(element, 'readOnly') === true && stringOf(element, 'type') !== 'group'
  if (isCalculated) lose(reading, 'expression', id, 'calculatedExpression')
  else if (isHidden) lose(reading, 'other', id, 'questionnaire-hidden')
  else if (isReadOnly) lose(reading, 'other', id, 'readOnly')
  return isCalculated || isHidden || isReadOnly
}

/** Returns the items of the file in their order, without those that cannot be asked. Items within a question follow it. */
export function findItems(reading: Reading, root: Element): Found[] {
  const found: Found[] = []
  const visit = (elements: Element[], parent: string | null) => {
    for (const element of elements) {
      const id = stringOf(element, 'linkId')
      if (isLeftOut(reading, element, id)) continue
      const type = stringOf(element, 'type')
      const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
      const children = elementsOf(element, 'item')
      if (!kind || !exactTypes.includes(type)) lose(reading, 'item-type', id, type)
      if (kind) {
        const options = kind === 'choice' ? readAnswerOptions(reading, element, id) : []
        found.push({ element, id, parent, kind, options })
      }
      if (children.length > 0 && kind !== 'group') lose(reading, 'nested', id, 'item')
      visit(children, kind === 'group' ? id : parent)
    }
  }
  visit(elementsOf(root, 'item'), null)
  return found
}

function loseOfItem(reading: Reading, { element, id, kind }: Found): void {
  loseExtensions(reading, element, id, knownExtensions)
  loseOthers(reading, element, id, knownKeys)
  if (valueOf(element, 'repeats') === true) lose(reading, 'repeats', id, 'repeats')
  for (const key of Object.keys(element)) if (key.startsWith('initial')) lose(reading, 'initial', id, key)
  const constraint = stringOf(element, 'answerConstraint')
  if (constraint && constraint !== 'optionsOnly') lose(reading, 'item-type', id, constraint)
  if (kind !== 'choice' && (Object.hasOwn(element, 'answerOption') || Object.hasOwn(element, 'answerValueSet'))) {
    lose(reading, 'other', id, 'answerOption')
  }
}

const limitOf = (element: Element, url: string): number | null => {
  const limit = numberOf(extensionOf(element, url) ?? {}, 'valueInteger', 'valueDecimal')
  return limit !== null && Math.abs(limit) <= 1_000_000 ? limit : null
}

function readUnit(reading: Reading, element: Element, id: string): string {
  const coding = objectIn(extensionOf(element, fhirExtension.unit) ?? {}, 'valueCoding')
  if (!coding) return ''
  if (Object.hasOwn(coding, 'system')) lose(reading, 'other', id, 'system')
  const raw = stringOf(coding, 'display') || stringOf(coding, 'code')
  return plainText(reading, raw, { part: id, max: measureLimits.unit, name: 'unit' })
}

/** Converts an item of the file. */
export function readItem(reading: Reading, found: Found, targets: Targets): MeasureItem {
  const { element, id, kind, options } = found
  loseOfItem(reading, found)
  const place = extensionOf(element, ownExtension.place) ?? {}
  const parent = stringOf(extensionOf(place, 'parent') ?? {}, 'valueString') || found.parent
  const text = readText(reading, element, 'text', { part: id, max: measureLimits.item })
  const head = { id, parent, text, when: readWhen(reading, element, id, targets) }
  if (kind === 'group' || kind === 'display') return { ...head, kind }
  const asked = { ...head, required: valueOf(element, 'required') === true }
  const selfHarmFrom = limitOf(element, ownExtension.selfHarm)
  if (kind === 'text') return { ...asked, kind }
  if (kind === 'choice') return { ...asked, kind, options: options.map(({ option }) => option), selfHarmFrom }
  if (kind === 'yes-no') {
    const points = extensionOf(element, ownExtension.points)
    const yes = points && limitOf(points, 'yes')
    const no = points && limitOf(points, 'no')
    return { ...asked, kind, points: yes === null || no === null ? null : { yes, no }, selfHarmFrom }
  }
  return {
    ...asked,
    kind,
    isWhole: stringOf(element, 'type') === 'integer',
    from: limitOf(element, fhirExtension.minValue),
    to: limitOf(element, fhirExtension.maxValue),
    unit: readUnit(reading, element, id),
    selfHarmFrom,
  }
}

/** Reads all items of the file. A file that Attune wrote can contain the order of the items. */
export function readItems(reading: Reading, root: Element): MeasureItem[] {
  const found = findItems(reading, root)
  const targets: Targets = new Map(found.map(({ id, kind, options }) => [id, { kind, options }]))
  const items = found.map((one) => readItem(reading, one, targets))
  const placeOf = ({ element }: Found) =>
    numberOf(extensionOf(extensionOf(element, ownExtension.place) ?? {}, 'number') ?? {}, 'valueInteger')
  const places = found.map(placeOf)
  if (places.some((place) => place === null)) return items
  return items
    .map((item, index) => ({ item, place: places[index] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Whether an item of the file has a usable id. */
export const isLinkId = (id: unknown): id is string =>
  typeof id === 'string' && isFilled(id) && id.length <= 255 && id !== '__proto__'
