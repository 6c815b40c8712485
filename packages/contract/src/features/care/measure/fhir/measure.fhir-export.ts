import type { MeasureContent, MeasureItem } from '../measure.schemas.ts'
import { writeWhen } from './fhir-conditions.ts'
import { type Element, fhirExtension, ownExtension } from './fhir-elements.ts'
import { writeScore } from './fhir-scores.ts'
import { writeText } from './fhir-texts.ts'

const types = { choice: 'choice', 'yes-no': 'boolean', text: 'text', display: 'display', group: 'group' } as const

const typeOf = (item: MeasureItem): string =>
  item.kind === 'number' ? (item.isWhole ? 'integer' : 'decimal') : types[item.kind]

const numberExtension = (url: string, value: number | null): Element[] =>
  value === null ? [] : [{ url, [Number.isInteger(value) ? 'valueInteger' : 'valueDecimal']: value }]

/** Returns the extensions of an item: limits and unit of a number, points of yes and no, and the threshold for self-harm. */
function extensionsOfItem(item: MeasureItem): Element[] {
  const found: Element[] = []
  if (item.kind === 'number') {
    found.push(...numberExtension(fhirExtension.minValue, item.from))
    found.push(...numberExtension(fhirExtension.maxValue, item.to))
    if (item.unit) found.push({ url: fhirExtension.unit, valueCoding: { display: item.unit } })
  }
  if (item.kind === 'yes-no' && item.points) {
    const { yes, no } = item.points
    const points = [
      { url: 'yes', valueDecimal: yes },
      { url: 'no', valueDecimal: no },
    ]
    found.push({ url: ownExtension.points, extension: points })
  }
  if ('selfHarmFrom' in item && item.selfHarmFrom !== null) {
    found.push({ url: ownExtension.selfHarm, valueDecimal: item.selfHarmFrom })
  }
  return found
}

function writeOptions(item: MeasureItem, language: MeasureContent['language']): Element {
  if (item.kind !== 'choice' || item.options.length === 0) return {}
  return {
    answerOption: item.options.map(({ id, text, points }) => ({
      ...(points !== null && {
        extension: [fhirExtension.ordinalValue, fhirExtension.itemWeight].map((url) => ({ url, valueDecimal: points })),
      }),
      valueCoding: { code: id, ...writeText(text, language, 'display') },
    })),
  }
}

type Tree = { roots: MeasureItem[]; children: Map<string, MeasureItem[]>; isInOrder: boolean }

/**
 * Returns the items below their groups. An item whose parent is not a group above it is at the root. `isInOrder`: the file has the items in the order
 * of the measure.
 */
function treeOf(items: MeasureItem[]): Tree {
  const groups = new Set<string>()
  const roots: MeasureItem[] = []
  const children = new Map<string, MeasureItem[]>()
  for (const item of items) {
    if (item.parent !== null && groups.has(item.parent)) {
      children.set(item.parent, [...(children.get(item.parent) ?? []), item])
    } else roots.push(item)
    if (item.kind === 'group') groups.add(item.id)
  }
  const listed: MeasureItem[] = []
  const open = roots.toReversed()
  for (let item = open.pop(); item; item = open.pop()) {
    listed.push(item)
    open.push(...(children.get(item.id) ?? []).toReversed())
  }
  return { roots, children, isInOrder: listed.every((item, index) => item === items[index]) }
}

/** Returns the extension with the place of an item in the list. Returns none if the structure of the file already shows the place. */
function placeOf(item: MeasureItem, { roots, isInOrder }: Tree, index: number): Element[] {
  const isStray = item.parent !== null && roots.includes(item)
  if (isInOrder && !isStray) return []
  const parent = isStray ? [{ url: 'parent', valueString: item.parent }] : []
  return [{ url: ownExtension.place, extension: [{ url: 'number', valueInteger: index }, ...parent] }]
}

function writeItems({ items, language }: MeasureContent): Element[] {
  const tree = treeOf(items)
  const byId = new Map(items.map((item) => [item.id, item]))
  const places = new Map(items.map((item, index) => [item, index]))
  const write = (item: MeasureItem): Element => {
    const extension = [...extensionsOfItem(item), ...placeOf(item, tree, places.get(item) ?? 0)]
    const children = tree.children.get(item.id)
    return {
      ...(extension.length > 0 && { extension }),
      linkId: item.id,
      ...writeText(item.text, language, 'text'),
      type: typeOf(item),
      ...writeWhen(item, byId),
      ...('required' in item && { required: item.required }),
      ...writeOptions(item, language),
      ...(children && { item: children.map(write) }),
    }
  }
  return tree.roots.map(write)
}

/** Returns a measure as a FHIR Questionnaire (R4). Content for which FHIR has no standard is in extensions of Attune, which an import reads. */
export function questionnaireToFhir(content: MeasureContent): Element {
  const { title, language, intro, scores, source } = content
  const { publisher, copyright, licence, version, url, right } = source
  const filled = { url, version, title, publisher, copyright }
  const own = [
    { url: 'format', valueInteger: 1 },
    ...(licence ? [{ url: 'licence', valueString: licence }] : []),
    ...(right ? [{ url: 'right', valueCode: right }] : []),
  ]
  return {
    resourceType: 'Questionnaire',
    language,
    extension: [{ url: ownExtension.measure, extension: own }, ...scores.map((score) => writeScore(score, language))],
    ...Object.fromEntries(Object.entries(filled).filter(([, text]) => text !== '')),
    ...writeText(intro, language, 'description'),
    status: 'active',
    item: writeItems(content),
  }
}
