import type { MeasureContent, MeasureImport } from '../measure.schemas.ts'

/** A JSON object of a file. */
export type Element = { readonly [key: string]: unknown }
type Loss = MeasureImport['losses'][number]

/** The extensions of FHIR and of Structured Data Capture that are read or written. */
export const fhirExtension = {
  translation: 'http://hl7.org/fhir/StructureDefinition/translation',
  /** The points of an option in R4, and in later versions. */
  ordinalValue: 'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  itemWeight: 'http://hl7.org/fhir/StructureDefinition/itemWeight',
  minValue: 'http://hl7.org/fhir/StructureDefinition/minValue',
  maxValue: 'http://hl7.org/fhir/StructureDefinition/maxValue',
  unit: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
  hidden: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
  calculated: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
} as const

/**
 * The extensions of Attune, for which FHIR has no standard. `measure` marks a file that Attune wrote, with the license, and the right of the
 * practice. `score` is a score with its items, method, rule for missing items, bands, alerts and reliable change. `points` has the points of yes and
 * of no. `place` has the place of an item in the list of all items, and its parent. `result` is the result of a score in a QuestionnaireResponse.
 */
export const ownExtension = {
  measure: 'urn:attune:fhir:measure',
  score: 'urn:attune:fhir:measure-score',
  points: 'urn:attune:fhir:measure-points',
  selfHarm: 'urn:attune:fhir:measure-self-harm',
  place: 'urn:attune:fhir:measure-place',
  result: 'urn:attune:fhir:measure-result',
} as const

/** The state of reading one file. */
export type Reading = {
  language: MeasureContent['language']
  /** Whether the file is in a language of Attune. */
  isLanguageKnown: boolean
  /** Whether Attune wrote the file. Its texts then contain no markup. */
  isOwn: boolean
  valueSets: Map<string, Element>
  losses: Map<string, Loss>
  /** The link ids of items with a text or a number of options above the limit. */
  tooLong: Set<string>
  tooMany: Set<string>
}

const maxLosses = 1_000

/** Reports content that is left out. Ignores repeated reports, and all reports after the first `maxLosses`. */
export function lose({ losses }: Reading, loss: Loss['loss'], part: string | null, detail: string): void {
  const short = detail.slice(0, 200)
  if (losses.size < maxLosses) losses.set(JSON.stringify([loss, part, short]), { loss, part, detail: short })
}

export const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value of a property that an object has itself; undefined if it lacks or only inherits the property. */
export const valueOf = (element: Element, key: string): unknown =>
  Object.hasOwn(element, key) ? element[key] : undefined

export const objectIn = (element: Element, key: string): Element | null => {
  const value = valueOf(element, key)
  return isElement(value) ? value : null
}

export function elementsOf(element: Element, key: string): Element[] {
  const value = valueOf(element, key)
  return Array.isArray(value) ? value.filter(isElement) : []
}

export const stringOf = (element: Element, key: string): string => {
  const value = valueOf(element, key)
  return typeof value === 'string' ? value : ''
}

export const numberOf = (element: Element, ...keys: string[]): number | null => {
  for (const key of keys) {
    const value = valueOf(element, key)
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return null
}

/** Returns the extensions with this URL that an element or another extension contains. */
export const extensionsOf = (element: Element, url: string): Element[] =>
  elementsOf(element, 'extension').filter((extension) => stringOf(extension, 'url') === url)

export const extensionOf = (element: Element, url: string): Element | null => extensionsOf(element, url)[0] ?? null

/** Returns the last part of the address of an extension. */
export const nameOfExtension = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

const expressions = /expression$|variable$|constraint$|launchContext$|candidateExpression$|calculatedValue$/i
const markups = /^rendering-|markdown$|xhtml$/i

/** Reports the extensions of an element other than those in `known`. */
export function loseExtensions(
  reading: Reading,
  element: Element,
  part: string | null,
  known: readonly string[],
): void {
  for (const key of ['extension', 'modifierExtension']) {
    for (const extension of elementsOf(element, key)) {
      const url = stringOf(extension, 'url')
      if (key === 'extension' && known.includes(url)) continue
      const name = nameOfExtension(url)
      lose(reading, expressions.test(name) ? 'expression' : markups.test(name) ? 'markup' : 'extension', part, name)
    }
  }
}

/** Reports the properties of an element other than those in `known`, and other than extensions. */
export function loseOthers(reading: Reading, element: Element, part: string | null, known: readonly string[]): void {
  for (const key of Object.keys(element)) {
    const name = key.startsWith('_') ? key.slice(1) : key
    if (!known.includes(name) && name !== 'extension' && name !== 'modifierExtension') lose(reading, 'other', part, key)
  }
}
