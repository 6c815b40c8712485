import { forTab } from './keep.ts'

const key = 'attune-target'

/** Keeps the address that somebody wanted before signing in; for this tab alone. */
export function rememberTarget(href: string) {
  if (href.startsWith('/dashboard/')) forTab.set(key, href)
}

/** The address kept before, once. */
export function takeTarget(): string | null {
  const href = forTab.get(key)
  forTab.drop(key)
  return href
}
