const key = 'attune-target'

/** Keeps the address that somebody wanted before signing in; for this tab alone. */
export function rememberTarget(href: string) {
  if (href.startsWith('/dashboard/')) sessionStorage.setItem(key, href)
}

/** The address kept before, once. */
export function takeTarget(): string | null {
  const href = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return href
}
