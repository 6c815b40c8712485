import { forTab } from './keep.ts'

const key = 'attune-target'

/** Saves the address that a visitor opened before signing in, for this tab. */
export function rememberTarget(href: string) {
  if (href.startsWith('/dashboard/')) forTab.set(key, href)
}

/** Returns the saved address and removes it. */
export function takeTarget(): string | null {
  const href = forTab.get(key)
  forTab.drop(key)
  return href
}
