/**
 * The search parameters of the sessions page, without names and typed text, because browsers store URLs in the history.
 */
export type SessionSearch = {
  tab?: 'history'
  status?: string
  format?: string
  kind?: string
  from?: string
  to?: string
}

export const sessionFilterKeys = ['status', 'format', 'kind', 'from', 'to'] as const
/** Parses search parameters and drops unknown keys. `sessionFiltersOf` later ignores invalid values. */
export function parseSessionSearch(raw: Record<string, unknown>): SessionSearch {
  const found: SessionSearch = raw.tab === 'history' ? { tab: 'history' } : {}
  for (const key of sessionFilterKeys) {
    const value = raw[key]
    if (typeof value === 'string' && value.length <= 20) found[key] = value
  }
  return found
}
