/**
 * The search parameters of the tasks page: view and filters, without names, because browsers store URLs in the history.
 */
export type TaskSearch = { view?: 'list'; status?: string; priority?: string; from?: string; until?: string }

export const taskFilterKeys = ['status', 'priority', 'from', 'until'] as const

/** Parses search parameters and drops unknown keys. `taskFiltersOf` later ignores invalid values. */
export function parseTaskSearch(raw: Record<string, unknown>): TaskSearch {
  const found: TaskSearch = raw.view === 'list' ? { view: 'list' } : {}
  for (const key of taskFilterKeys) {
    const value = raw[key]
    if (typeof value === 'string' && value.length <= 20) found[key] = value
  }
  return found
}
