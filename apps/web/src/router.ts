import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen } from './shell/screens/ErrorScreen.tsx'
import { NotFoundScreen } from './shell/screens/NotFoundScreen.tsx'
import { PageSkeleton } from './shell/screens/PageSkeleton.tsx'

/** The time in milliseconds after which the skeleton of a page is shown while it loads. */
const pendingMilliseconds = 200

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  defaultPendingComponent: PageSkeleton,
  // The frame of the document shows at least as much as the skeleton of the first page.
  defaultPendingMs: document.querySelector('#frame > *') ? Infinity : pendingMilliseconds,
  defaultPendingMinMs: 200,
  // The query cache decides when data is read again, so the router keeps no preloaded data.
  defaultPreloadStaleTime: 0,
})

/** Shows skeletons of pages from now on, as the frame of the document is gone. */
export const showSkeletons = () => router.update({ ...router.options, defaultPendingMs: pendingMilliseconds })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
