/** What the address of the sessions page carries. Names and what is typed are not in it: addresses stay in histories. */
export type SessionSearch = {
  tab?: 'history'
  status?: string
  format?: string
  kind?: string
  from?: string
  to?: string
}

export const narrowing = ['status', 'format', 'kind', 'from', 'to'] as const
/** The search of an address that somebody may have typed: what is not understood later is left out there. */
export function searchOf(raw: Record<string, unknown>): SessionSearch {
  const found: SessionSearch = raw.tab === 'history' ? { tab: 'history' } : {}
  for (const key of narrowing) {
    const value = raw[key]
    if (typeof value === 'string' && value.length <= 20) found[key] = value
  }
  return found
}
