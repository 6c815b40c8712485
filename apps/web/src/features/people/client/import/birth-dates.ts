import { dateReaderOf } from '@attune/contract/common/csv/text-table'

/** The number of rows whose values are examined. */
const examined = 500
/** The share of the values of a column that must be dates. */
const requiredShare = 0.8
/**
 * At least half of a practice's clients are assumed to be older than this, in years. A column whose median date is later contains dates of sessions
 * or of records.
 */
const medianAge = 3

/** Returns the median date of a column; null if too many of its values are not dates. */
function medianOf(values: readonly string[]): string | null {
  const filled = values.filter((value) => value.trim() !== '')
  const readDate = dateReaderOf(filled, false)
  const days = filled.map(readDate).filter((day) => day !== null)
  if (days.length < filled.length * requiredShare) return null
  return days.toSorted()[Math.floor(days.length / 2)] ?? null
}

/**
 * Returns the index of the column whose values are dates of birth, or null. If several columns contain dates, returns the one with the earliest
 * median, because a birth precedes everything that a practice records.
 * @param today `YYYY-MM-DD`
 * @param isCandidate returns whether a column may contain dates of birth, judged by its heading
 */
export function findBirthDates(
  rows: readonly (readonly string[])[],
  today: string,
  isCandidate: (column: number) => boolean,
): number | null {
  const some = rows.slice(0, examined)
  const width = Math.max(0, ...some.map((row) => row.length))
  const latest = `${Number(today.slice(0, 4)) - medianAge}${today.slice(4)}`
  const found = Array.from({ length: width }, (_, at) => at).flatMap((at) => {
    const median = isCandidate(at) ? medianOf(some.map((row) => row[at] ?? '')) : null
    return median && median < latest ? [{ at, median }] : []
  })
  return found.toSorted((one, other) => one.median.localeCompare(other.median))[0]?.at ?? null
}
