import { cachedLogin } from './platform/login/login.ts'
import { router } from './router.ts'
import { pagesFor } from './shell/pages/page-lookup.ts'

/** Starts to load the code of the first page and, if its page record requires it, the login. Both load in parallel. */
export function preloadFirstPage(path: string) {
  if (pagesFor(path).some(({ preload }) => preload?.login)) cachedLogin().catch(() => {})
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** Returns the translation namespaces that the page at this address needs first. */
export const firstPageNamespaces = (path: string): string[] =>
  pagesFor(path).flatMap(({ preload }) => preload?.namespaces ?? [])
