import type { Language } from '@attune/contract/common/text/text.schemas'
import type { MeasureItemKind } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureContent, MeasureItem, MeasureScore } from '@attune/contract/features/care/measure/measure.schemas'
import { createId } from '../../../../platform/api/api.ts'

export type ChoiceItem = Extract<MeasureItem, { kind: 'choice' }>
export type MeasureOption = ChoiceItem['options'][number]

export const emptyMeasure = (language: Language): MeasureContent => ({
  title: '',
  language,
  intro: {},
  items: [],
  scores: [],
  source: { publisher: '', copyright: '', licence: '', version: '', url: '', right: null },
})

/** Whether the answers to an item can give points. */
export const canGivePoints = ({ kind }: MeasureItem) => kind === 'choice' || kind === 'yes-no' || kind === 'number'

/** Returns an empty option with one point more than the highest points of the given options; with 0 points if none of them has points. */
export function nextOption(options: readonly MeasureOption[]): MeasureOption {
  const points = options.map((option) => option.points).filter((value) => value !== null)
  return { id: createId(), text: {}, points: points.length === 0 ? 0 : Math.max(...points) + 1 }
}

/** Returns an empty item. */
export function newItem(kind: MeasureItemKind): MeasureItem {
  const head = { id: createId(), parent: null, text: {}, when: null }
  switch (kind) {
    case 'choice': {
      const first = nextOption([])
      return { ...head, kind, required: true, options: [first, nextOption([first])], selfHarmFrom: null }
    }
    case 'yes-no':
      return { ...head, kind, required: true, points: { yes: 1, no: 0 }, selfHarmFrom: null }
    case 'number':
      return { ...head, kind, required: true, isWhole: true, from: 0, to: 10, unit: '', selfHarmFrom: null }
    case 'text':
      return { ...head, kind, required: false }
    case 'display':
    case 'group':
      return { ...head, kind }
  }
}

/** Returns a new score without a title: the sum of all items that can give points. */
export const newScore = ({ items }: MeasureContent): MeasureScore => ({
  id: createId(),
  title: {},
  items: items.filter(canGivePoints).map(({ id }) => ({ item: id, reverse: false })),
  method: 'sum',
  missingUpTo: 0,
  bands: [],
  alerts: [],
  better: 'lower',
  reliableChange: null,
})

/** Removes an item, also from the scores. The items of a removed group remain. */
export const withoutItem = (content: MeasureContent, id: string): Pick<MeasureContent, 'items' | 'scores'> => ({
  items: content.items
    .filter((item) => item.id !== id)
    .map((item) => (item.parent === id ? { ...item, parent: null } : item)),
  scores: content.scores.map((score) => ({ ...score, items: score.items.filter(({ item }) => item !== id) })),
})

/**
 * Inserts a copy of an item below it. With `onlyOptions`, the copy has no text, no condition and no points from which an answer indicates self-harm.
 */
export function withCopy(items: MeasureItem[], at: number, onlyOptions: boolean): MeasureItem[] {
  const item = items[at]
  if (!item) return items
  return items.toSpliced(at + 1, 0, {
    ...item,
    id: createId(),
    ...(onlyOptions && { text: {}, when: null, ...('selfHarmFrom' in item && { selfHarmFrom: null }) }),
  })
}

/** Moves an item by one place. Returns the same items if it is already first or last in that direction. */
export function moved<Part>(parts: Part[], at: number, by: -1 | 1): Part[] {
  const part = parts[at]
  if (part === undefined || at + by < 0 || at + by >= parts.length) return parts
  return parts.toSpliced(at, 1).toSpliced(at + by, 0, part)
}
