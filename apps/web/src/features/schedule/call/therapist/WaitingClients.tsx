import { useLocation } from '@tanstack/react-router'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useWaitingClients, useWaitingSubscription } from './waiting.ts'

const WaitingNotice = lazyNamed(() => import('./WaitingNotice.tsx'), 'WaitingNotice')

/** Shows the therapist on every page who waits for a call. The page of a call shows its own people itself once it has begun. */
export function WaitingClients() {
  useWaitingSubscription()
  const waiting = useWaitingClients()
  const path = useLocation({ select: (location) => location.pathname })
  return waiting.length > 0 ? <WaitingNotice waiting={waiting} path={path} /> : null
}
