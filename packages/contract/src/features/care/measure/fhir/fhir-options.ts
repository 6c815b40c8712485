import { measureLimits } from '../measure.limits.ts'
import { type MeasureItem, MeasurePartId } from '../measure.schemas.ts'
import {
  type Element,
  objectIn,
  elementsOf,
  extensionOf,
  fhirExtension,
  isElement,
  lose,
  loseExtensions,
  loseOthers,
  numberOf,
  type Reading,
  stringOf,
  valueOf,
} from './fhir-elements.ts'
import { addTranslation, plainText, readText } from './fhir-texts.ts'

export type Option = Extract<MeasureItem, { kind: 'choice' }>['options'][number]
/** An option, with the code and the system by which conditions in the file refer to it. */
export type CodedOption = { option: Option; system: string; code: string }

const weights = [fhirExtension.ordinalValue, fhirExtension.itemWeight]

/** Returns the points that the elements of an option give. Reports a second value that differs from the first. */
function readPoints(reading: Reading, elements: Element[], part: string): number | null {
  const found = weights.flatMap((url) =>
    elements.flatMap((element) => {
      const extension = extensionOf(element, url)
      const points = extension && numberOf(extension, 'valueDecimal', 'valueInteger')
      return extension ? [{ url, points }] : []
    }),
  )
  const first = found.find(({ points }) => points !== null && Math.abs(points) <= 1_000_000)
  for (const { url, points } of found) {
    if (points !== first?.points) lose(reading, 'extension', part, url.slice(url.lastIndexOf('/') + 1))
  }
  return first?.points ?? null
}

/** Reads one `answerOption`. Its value is a coding, or a text, number or date that is its own text. */
function readAnswerOption(reading: Reading, element: Element, part: string): CodedOption {
  loseExtensions(reading, element, part, weights)
  loseOthers(reading, element, part, ['valueCoding', 'valueString', 'valueInteger', 'valueDate', 'valueTime', 'id'])
  if (valueOf(element, 'initialSelected') === true) lose(reading, 'initial', part, 'initialSelected')
  const coding = objectIn(element, 'valueCoding')
  if (coding) return readCoding(reading, { coding, around: [element, coding], key: 'display' }, part)
  const key = ['valueString', 'valueInteger', 'valueDate', 'valueTime'].find((name) => Object.hasOwn(element, name))
  const value = key === undefined ? '' : String(valueOf(element, key))
  const place = { part, max: measureLimits.option }
  const text = key === 'valueString' ? readText(reading, element, key, place) : { [reading.language]: value }
  return toOption({ code: value, system: '', text, points: readPoints(reading, [element], part) })
}

type Coded = { coding: Element; around: Element[]; key: string }

/** Reads a coding of an option or a concept of a value set. */
function readCoding(reading: Reading, { coding, around, key }: Coded, part: string): CodedOption {
  loseExtensions(reading, coding, part, weights)
  loseOthers(reading, coding, part, ['code', 'display', 'designation', 'system', 'id', 'contains'])
  const text = readText(reading, coding, key, { part, max: measureLimits.option })
  for (const designation of elementsOf(coding, 'designation')) {
    const raw = stringOf(designation, 'value')
    const value = plainText(reading, raw, { part, max: measureLimits.option, name: 'designation' })
    addTranslation(reading, text, { tag: stringOf(designation, 'language'), text: value, part })
  }
  const system = stringOf(coding, 'system')
  if (system) lose(reading, 'other', part, 'system')
  return toOption({ code: stringOf(coding, 'code'), system, text, points: readPoints(reading, around, part) })
}

const toOption = ({ code, system, text, points }: Omit<CodedOption, 'option'> & Omit<Option, 'id'>): CodedOption => ({
  option: { id: code || (Object.values(text)[0] ?? ''), text, points },
  system,
  code,
})

/** Returns the concepts of a contained value set, from its expansion or its lists of codes. */
function conceptsOf(reading: Reading, valueSet: Element, part: string): { concept: Element; system: string }[] {
  const found: { concept: Element; system: string }[] = []
  const open = elementsOf(objectIn(valueSet, 'expansion') ?? {}, 'contains').toReversed()
  while (open.length > 0 && found.length <= measureLimits.options) {
    const concept = open.pop()
    if (!concept) break
    if (valueOf(concept, 'abstract') !== true) found.push({ concept, system: stringOf(concept, 'system') })
    open.push(
      ...elementsOf(concept, 'contains')
        .slice(0, measureLimits.options + 1)
        .toReversed(),
    )
  }
  if (found.length > 0) return found
  const compose = objectIn(valueSet, 'compose') ?? {}
  if (Object.hasOwn(compose, 'exclude')) lose(reading, 'value-set', part, 'exclude')
  return elementsOf(compose, 'include').flatMap((include) => {
    for (const key of ['filter', 'valueSet']) if (Object.hasOwn(include, key)) lose(reading, 'value-set', part, key)
    const system = stringOf(include, 'system')
    return elementsOf(include, 'concept')
      .slice(0, measureLimits.options + 1)
      .map((concept) => ({ concept, system }))
  })
}

function readValueSet(reading: Reading, reference: string, part: string): CodedOption[] {
  const valueSet = reference.startsWith('#') ? reading.valueSets.get(reference.slice(1)) : undefined
  const concepts = valueSet ? conceptsOf(reading, valueSet, part) : []
  if (concepts.length === 0) lose(reading, 'value-set', part, reference)
  if (concepts.length > measureLimits.options) reading.tooMany.add(part)
  return concepts.slice(0, measureLimits.options).map(({ concept, system }) => {
    if (system) lose(reading, 'other', part, 'system')
    return { ...readCoding(reading, { coding: concept, around: [concept], key: 'display' }, part), system }
  })
}

/** Reads the options of a choice item. An option whose code occurs twice gets an id with its system or number. */
export function readAnswerOptions(reading: Reading, item: Element, part: string): CodedOption[] {
  const listed = valueOf(item, 'answerOption')
  const options = Array.isArray(listed) ? listed : []
  if (options.length > measureLimits.options) {
    reading.tooMany.add(part)
    return []
  }
  const reference = stringOf(item, 'answerValueSet')
  const found = [
    ...options.filter(isElement).map((option) => readAnswerOption(reading, option, part)),
    ...(reference ? readValueSet(reading, reference, part) : []),
  ]
  if (found.length > measureLimits.options) reading.tooMany.add(part)
  const used = new Set<string>()
  return found.slice(0, measureLimits.options).map((coded, place) => {
    const wanted = [coded.option.id, `${coded.system}|${coded.code}`, `${place + 1}|${coded.code}`]
    const id = wanted.find((name) => isUsable(name) && !used.has(name)) ?? `option ${place + 1}`
    used.add(id)
    return { ...coded, option: { ...coded.option, id } }
  })
}

const isUsable = (id: string) => MeasurePartId.safeParse(id).success

/** Returns the id of the option that the answer of a condition names; null if there is none. */
export function optionOfCondition(options: CodedOption[], condition: Element): string | null {
  const coding = objectIn(condition, 'answerCoding')
  if (coding) {
    const [code, system] = [stringOf(coding, 'code'), stringOf(coding, 'system')]
    const sameCode = options.filter((option) => (option.code || option.option.id) === code)
    const exact = sameCode.find((option) => !system || !option.system || option.system === system)
    return (exact ?? options.find(({ option }) => option.id === code))?.option.id ?? null
  }
  const key = ['answerString', 'answerInteger', 'answerDate', 'answerTime'].find((name) =>
    Object.hasOwn(condition, name),
  )
  const value = key === undefined ? null : String(valueOf(condition, key))
  return options.find(({ option }) => option.id === value)?.option.id ?? null
}
