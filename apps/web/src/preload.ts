import { cachedLogin } from './platform/login.ts'
import { router } from './router.ts'

/** Starts loading in parallel what the first page needs: the login, the profile and the page's code. */
export function preloadFirstPage(path: string) {
  if (path === '/' || path.startsWith('/dashboard')) cachedLogin().catch(() => {})
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

const dashboardNamespaces = ['shell', 'notification', 'dashboard', 'session']
const pageNamespaces: Record<string, string[]> = {
  '/dashboard/therapist': ['note', 'negotiation'],
  '/dashboard/client': ['negotiation', 'sessionList'],
}

/** The translation namespaces of the first page, by its address. */
export function firstPageNamespaces(path: string): string[] {
  if (path === '/') return ['login']
  return path.startsWith('/dashboard')
    ? [...dashboardNamespaces, ...(pageNamespaces[path.replace(/\/$/, '')] ?? [])]
    : []
}
