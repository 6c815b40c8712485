import { knownLogin } from './platform/login.ts'
import { router } from './router.ts'

/** What the first address will need is fetched at once, not one after the other: who is here, and the files of the page. */
export function fetchAhead(path: string) {
  if (path === '/' || path.startsWith('/dashboard')) knownLogin().catch(() => {})
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

const signedIn = ['shell', 'notification', 'dashboard', 'session']
const more: Record<string, string[]> = {
  '/dashboard/therapist': ['note', 'negotiation'],
  '/dashboard/client': ['negotiation', 'sessionList'],
}

/** The words that stand on the first page, by its address. */
export function wordsAhead(path: string): string[] {
  if (path === '/') return ['login']
  return path.startsWith('/dashboard') ? [...signedIn, ...(more[path.replace(/\/$/, '')] ?? [])] : []
}
