/** What the address of the tasks keeps: how they are shown and narrowed. Names are not in it: addresses stay in histories. */
export type TaskSearch = { view?: 'list'; status?: string; priority?: string; from?: string; until?: string }

export const narrowing = ['status', 'priority', 'from', 'until'] as const

/** The search of an address that somebody may have typed: what is not understood later is left out there. */
export function searchOf(raw: Record<string, unknown>): TaskSearch {
  const found: TaskSearch = raw.view === 'list' ? { view: 'list' } : {}
  for (const key of narrowing) {
    const value = raw[key]
    if (typeof value === 'string' && value.length <= 20) found[key] = value
  }
  return found
}
