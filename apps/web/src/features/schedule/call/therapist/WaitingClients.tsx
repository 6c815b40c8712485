import { useLocation } from '@tanstack/react-router'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useWaitingClients, useWaitingSubscription } from './waiting.ts'

const WaitingNotice = lazyNamed(() => import('./WaitingNotice.tsx'), 'WaitingNotice')

/** Shows the therapist, on every page, the clients who wait for a call. */
export function WaitingClients() {
  useWaitingSubscription()
  const waiting = useWaitingClients()
  const path = useLocation({ select: (location) => location.pathname })
  return waiting.length > 0 ? <WaitingNotice waiting={waiting} path={path} /> : null
}
