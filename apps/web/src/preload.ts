import { cachedLogin } from './platform/login.ts'
import { router } from './router.ts'
import { pagesFor } from './shell/page-lookup.ts'

/** Starts loading in parallel what the first page needs: the page's code and, if the page record says so, the login. */
export function preloadFirstPage(path: string) {
  if (pagesFor(path).some(({ preload }) => preload?.login)) cachedLogin().catch(() => {})
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** Returns the translation namespaces that the page at this address needs first. */
export const firstPageNamespaces = (path: string): string[] =>
  pagesFor(path).flatMap(({ preload }) => preload?.namespaces ?? [])
