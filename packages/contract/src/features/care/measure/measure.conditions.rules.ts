import { measureLimits } from './measure.limits.ts'
import type { MeasureCondition, MeasureItem, MeasureProblem } from './measure.schemas.ts'

/** Returns the ids of the items that decide whether an item is asked: those of its conditions, and its group. */
const decidersOf = ({ parent, when }: MeasureItem): string[] => [
  ...(when?.conditions.map(({ item }) => item) ?? []),
  ...(parent === null ? [] : [parent]),
]

/** Returns the ids of the items that decide about themselves, directly or through other items. */
export function itemsInCycles(items: MeasureItem[]): Set<string> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const reaches = (start: MeasureItem) => {
    const seen = new Set<string>()
    const open = decidersOf(start)
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      const item = byId.get(id)
      if (item) open.push(...decidersOf(item))
    }
    return seen.has(start.id)
  }
  return new Set(items.filter(reaches).map(({ id }) => id))
}

const equalities = ['=', '!=']

/** Whether the value of a condition can be an answer to its item, and its operator applies to it. */
export function fitsCondition(item: MeasureItem, { operator, value }: MeasureCondition): boolean {
  if (operator === 'answered' || operator === 'not-answered') return value === null
  switch (item.kind) {
    case 'choice':
      return equalities.includes(operator) && item.options.some(({ id }) => id === value)
    case 'yes-no':
      return equalities.includes(operator) && typeof value === 'boolean'
    case 'number':
      return typeof value === 'number'
    case 'text':
      return equalities.includes(operator) && typeof value === 'string'
    case 'display':
    case 'group':
      return false
  }
}

type Above = ReadonlyMap<string, { item: MeasureItem; depth: number }>

function itemProblems(
  { kind, parent, when }: MeasureItem,
  above: Above,
  isInCycle: boolean,
): MeasureProblem['problem'][] {
  const group = parent === null ? undefined : above.get(parent)
  const isTooDeep = kind === 'group' && group !== undefined && group.depth >= measureLimits.depth
  const isWrongParent = parent !== null && (group?.item.kind !== 'group' || isTooDeep)
  const asked = (when?.conditions ?? []).map((condition) => ({ condition, item: above.get(condition.item)?.item }))
  const isAnswered = (item: MeasureItem | undefined) => item !== undefined && 'required' in item
  return [
    ...(isWrongParent ? (['parent'] as const) : []),
    ...(isInCycle ? (['condition-cycle'] as const) : []),
    ...(!isInCycle && asked.some(({ item }) => !isAnswered(item)) ? (['condition-item'] as const) : []),
    ...(asked.some(({ item, condition }) => item && isAnswered(item) && !fitsCondition(item, condition))
      ? (['condition-value'] as const)
      : []),
  ]
}

/** Returns the problems of the groups and conditions of items, by the id of the item. A group and the items of a condition must be above the item. */
export function structureProblems(items: MeasureItem[]): Map<string, MeasureProblem[]> {
  const cycles = itemsInCycles(items)
  const above = new Map<string, { item: MeasureItem; depth: number }>()
  const found = new Map<string, MeasureProblem[]>()
  for (const item of items) {
    const problems = itemProblems(item, above, cycles.has(item.id))
    if (problems.length > 0) {
      found.set(
        item.id,
        problems.map((problem) => ({ problem, part: item.id })),
      )
    }
    const depth = item.parent === null ? 0 : (above.get(item.parent)?.depth ?? 0)
    above.set(item.id, { item, depth: depth + 1 })
  }
  return found
}
