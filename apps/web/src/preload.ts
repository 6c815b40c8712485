import { cachedLogin } from './platform/login.ts'
import { router } from './router.ts'
import { pagesFor } from './shell/page-lookup.ts'

/** Starts loading in parallel what the first page needs: the login, the profile and the page's code. */
export function preloadFirstPage(path: string) {
  if (pagesFor(path).some(({ preload }) => preload?.login)) cachedLogin().catch(() => {})
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** The translation namespaces of the first page, by its address. */
export const firstPageNamespaces = (path: string): string[] =>
  pagesFor(path).flatMap(({ preload }) => preload?.namespaces ?? [])
