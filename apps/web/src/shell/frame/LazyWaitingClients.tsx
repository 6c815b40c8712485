import { useEffect, useState } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { callWhenIdle } from '../../ui/page/loading/call-when-idle.ts'

const WaitingClients = lazyNamed(
  () => import('../../features/schedule/call/therapist/WaitingClients.tsx'),
  'WaitingClients',
)

/** Says on every page of a therapist who waits for a video call. Begins after the page itself was loaded. */
export function LazyWaitingClients() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => callWhenIdle(() => setIsIdle(true)), [])
  return isIdle ? <WaitingClients /> : null
}
