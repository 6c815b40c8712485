import type { AnyRouter } from '@tanstack/react-router'
import { loginInCache } from '../../platform/login/login.ts'
import { queryClient } from '../../platform/query/query-client.ts'
import { pageAt } from './page-lookup.ts'

/**
 * Runs the guards of the open page again when the role or the assurance level of the signed-in person changes. Also moves the person to an address
 * that matches the new login, and refetches data. Signing in and signing out are not handled, because their pages navigate themselves. Returns a
 * function that stops this.
 */
export function followLogin(router: Pick<AnyRouter, 'invalidate' | 'latestLocation'>): () => void {
  let known = loginInCache()
  return queryClient.getQueryCache().subscribe(() => {
    const before = known
    const login = loginInCache()
    known = login
    if (!login || before?.userId !== login.userId) return
    if (before.role === login.role && before.need === login.need) return
    void queryClient.invalidateQueries({ refetchType: 'none' })
    // A page with `handlesLoginRequirement` asks for the second factor itself and stays open until the factor is set
    // up.
    if (login.need && pageAt(router.latestLocation.pathname)?.handlesLoginRequirement) return
    void router.invalidate().then(() => {
      if (!login.need) return queryClient.refetchQueries({ type: 'active', stale: true })
    })
  })
}
