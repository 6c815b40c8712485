import { measureLimits, measureRights } from '../measure.limits.ts'
import { MeasureContent, type MeasureFile } from '../measure.schemas.ts'
import {
  type Element,
  elementsOf,
  extensionOf,
  isElement,
  lose,
  loseExtensions,
  loseOthers,
  ownExtension,
  type Reading,
  stringOf,
} from './fhir-elements.ts'
import { isLinkId, readItems } from './fhir-items.ts'
import { readScores } from './fhir-scores.ts'
import { languageOfTag, plainText, readText } from './fhir-texts.ts'

type Refused = Extract<MeasureFile, { kind: 'refused' }>

const refused = (refusal: Refused['refusal'], parts: Iterable<string> = []): Refused => ({
  kind: 'refused',
  refusal,
  parts: [...parts].slice(0, 20).map((part) => part.slice(0, 200)),
})

/** The maximum depth of nested items in a file. At most `measureLimits.depth` of these levels can be groups. */
const maxLevels = 12

/**
 * Returns the refusal of a file whose items are nested too deeply, are too many, have unusable or duplicate ids, or have properties of a FHIR version
 * before R4; null if there is no such item. Stops at the first item above a limit, so that a large file is refused at once.
 */
function refusalOfItems(root: Element): Refused | null {
  const open = [{ elements: elementsOf(root, 'item'), level: 1, groups: 0 }]
  const ids = new Set<string>()
  const twice = new Set<string>()
  const wrong = new Set<string>()
  for (let next = open.pop(); next; next = open.pop()) {
    const { elements, level, groups } = next
    if (ids.size + wrong.size + elements.length > measureLimits.items * 2) return refused('too-many-items')
    for (const element of elements) {
      if (Object.hasOwn(element, 'option') || Object.hasOwn(element, 'options')) return refused('fhir-version')
      const id = stringOf(element, 'linkId')
      if (!isLinkId(id)) wrong.add(id || stringOf(element, 'text'))
      else if (ids.has(id)) twice.add(id)
      else ids.add(id)
      const within = groups + (stringOf(element, 'type') === 'group' ? 1 : 0)
      const children = elementsOf(element, 'item')
      if (within > measureLimits.depth || (children.length > 0 && level >= maxLevels)) return refused('too-deep', [id])
      if (children.length > 0) open.push({ elements: children, level: level + 1, groups: within })
    }
  }
  if (wrong.size > 0) return refused('wrong-ids', wrong)
  return twice.size > 0 ? refused('duplicate-ids', twice) : null
}

function startReading(root: Element): Reading {
  const tag = stringOf(root, 'language')
  const language = languageOfTag(tag)
  const valueSets = elementsOf(root, 'contained').filter((one) => stringOf(one, 'resourceType') === 'ValueSet')
  const reading: Reading = {
    language: language ?? 'en',
    isLanguageKnown: language !== null || !tag,
    isOwn: extensionOf(root, ownExtension.measure) !== null,
    valueSets: new Map(valueSets.map((one) => [stringOf(one, 'id'), one])),
    losses: new Map(),
    tooLong: new Set(),
    tooMany: new Set(),
  }
  if (!language) lose(reading, 'language', null, tag || 'language')
  return reading
}

const knownKeys = [
  'resourceType',
  'language',
  'title',
  'description',
  'publisher',
  'copyright',
  'copyrightLabel',
  'version',
  'url',
  'status',
  'item',
  'contained',
]

/** Reports the properties and extensions of the root of a file that a measure cannot contain. */
function loseOfRoot(reading: Reading, root: Element): void {
  loseExtensions(reading, root, null, [ownExtension.measure, ownExtension.score])
  loseOthers(reading, root, null, [...knownKeys, 'text'])
  if (Object.hasOwn(root, 'text')) lose(reading, 'markup', null, 'text')
  const status = stringOf(root, 'status')
  if (status !== 'active') lose(reading, 'other', null, `status ${status}`.trim())
  for (const key of ['title', 'publisher', 'copyright', 'version', 'url']) {
    if (Object.hasOwn(root, `_${key}`)) lose(reading, 'extension', null, `_${key}`)
  }
  for (const one of elementsOf(root, 'contained')) {
    const type = stringOf(one, 'resourceType')
    if (type !== 'ValueSet') lose(reading, 'other', null, `contained ${type}`.trim())
  }
}

function readSource(reading: Reading, root: Element): MeasureContent['source'] {
  const own = extensionOf(root, ownExtension.measure) ?? {}
  const read = (key: string, max: number) => plainText(reading, stringOf(root, key), { part: null, max, name: key })
  const licence = stringOf(extensionOf(own, 'licence') ?? {}, 'valueString')
  const right = stringOf(extensionOf(own, 'right') ?? {}, 'valueCode')
  const label = read('copyrightLabel', measureLimits.title)
  const copyright = read('copyright', measureLimits.source)
  const both = [copyright, label].filter((text) => text !== '').join('\n')
  return {
    publisher: read('publisher', measureLimits.title),
    copyright: both.length > measureLimits.source || copyright.includes(label) ? copyright : both,
    licence: plainText(reading, licence, { part: null, max: measureLimits.source, name: 'licence' }),
    version: read('version', measureLimits.title),
    url: read('url', measureLimits.source),
    right: measureRights.find((one) => one === right) ?? null,
  }
}

/**
 * Reads a FHIR Questionnaire (R4, and the parts of R5 that R4 also has). Runs no expression. Reports everything that the measure cannot contain. The
 * scores are those that Attune wrote; a total that another program computes with an expression is left out.
 */
export function questionnaireFromFhir(json: unknown): MeasureFile {
  if (!isElement(json) || stringOf(json, 'resourceType') !== 'Questionnaire') return refused('not-questionnaire')
  if (Object.hasOwn(json, 'group')) return refused('fhir-version')
  const refusal = refusalOfItems(json)
  if (refusal) return refusal
  const reading = startReading(json)
  loseOfRoot(reading, json)
  const name = stringOf(json, 'title') || stringOf(json, 'name')
  const content = {
    title: plainText(reading, name, { part: null, max: measureLimits.title, name: 'title' }),
    language: reading.language,
    intro: readText(reading, json, 'description', { part: null, max: measureLimits.intro }),
    items: readItems(reading, json),
    scores: readScores(reading, json),
    source: readSource(reading, json),
  }
  if (reading.tooMany.size > 0) return refused('too-many-options', reading.tooMany)
  if (reading.tooLong.size > 0) return refused('text-too-long', reading.tooLong)
  if (content.items.length > measureLimits.items) return refused('too-many-items')
  const measure = MeasureContent.safeParse(content)
  if (!measure.success) return refused('unreadable')
  return { kind: 'import', content: measure.data, losses: [...reading.losses.values()] }
}

/** Reads the text of a file with a FHIR Questionnaire. */
export function readMeasureFile(text: string): MeasureFile {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return refused('not-json')
  }
  return questionnaireFromFhir(json)
}
