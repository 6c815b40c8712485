import type { ClientMeasure, Instrument } from '@attune/contract/features/care/task/task.measures'

export const measureColumns = ['client', 'instrument', 'score', 'answered', 'change', 'open'] as const
export type MeasureColumn = (typeof measureColumns)[number]
export type MeasureSort = { by: MeasureColumn; descending: boolean }

/** The direction in which a column is sorted first: names from A, the worst scores and changes first, the longest wait first. */
const firstDescending: Record<MeasureColumn, boolean> = {
  client: false,
  instrument: false,
  score: true,
  answered: true,
  change: true,
  open: false,
}

export const firstSort = (by: MeasureColumn): MeasureSort => ({ by, descending: firstDescending[by] })

/** Returns the sort order after a click on the header of a column: its first direction, then the other one. */
export const sortAfterClick = (sort: MeasureSort, by: MeasureColumn): MeasureSort =>
  sort.by === by ? { by, descending: !sort.descending } : firstSort(by)

const nameOf = ({ client: { firstName, lastName } }: ClientMeasure) => `${firstName} ${lastName}`

/**
 * Returns the value by which a column sorts, or null if the row has none. Scores and changes of different instruments are compared as a part of
 * their range; a higher value is a worse one.
 */
function valueOf(by: MeasureColumn, row: ClientMeasure, instrument: Instrument | undefined): string | number | null {
  if (by === 'client') return nameOf(row)
  if (by === 'instrument') return instrument?.title ?? null
  if (by === 'answered') return row.latest ? Date.parse(row.latest.at) : null
  if (by === 'open') return row.open ? Date.parse(row.open.since) : null
  if (!instrument?.range) return null
  const { from, to } = instrument.range
  const size = to - from || 1
  const worse = instrument.better === 'lower' ? 1 : -1
  if (by === 'change') return row.change ? (worse * row.change.points) / size : null
  if (!row.latest) return null
  const part = (row.latest.score - from) / size
  return worse > 0 ? part : 1 - part
}

/** Returns the rows in the chosen order. Rows without a value come last in both directions, equal rows by the name of the client. */
export function sortMeasures(
  rows: readonly ClientMeasure[],
  instruments: readonly Instrument[],
  { by, descending }: MeasureSort,
  language: string,
): ClientMeasure[] {
  const known = new Map(instruments.map((one) => [one.id, one]))
  const compare = new Intl.Collator(language, { numeric: true }).compare
  const keyed = rows.map((row) => ({ row, value: valueOf(by, row, known.get(row.instrumentId)) }))
  const order = (a: (typeof keyed)[number], b: (typeof keyed)[number]) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const bigger = typeof a.value === 'number' && typeof b.value === 'number' ? a.value - b.value : 0
    const way = typeof a.value === 'string' ? compare(a.value, String(b.value)) : bigger
    return descending ? -way : way
  }
  return keyed.toSorted((a, b) => order(a, b) || compare(nameOf(a.row), nameOf(b.row))).map(({ row }) => row)
}
