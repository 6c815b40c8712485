import { Suspense, useEffect } from 'react'
import { LazyCallLayer, LazyWaitingClients, activeCall } from '../features/schedule/call/call.ts'
import { guardianPageShown } from '../platform/auth/signing-here.ts'
import { useStore } from '../platform/create-store.ts'
import { useLogin } from '../platform/login/login.ts'
import { followProductSettings } from '../platform/settings/follow-product-settings.ts'
import Toasts from '../ui/toast/Toasts.tsx'
import { usePrintInLight } from './use-print-in-light.ts'

/**
 * The parts beside every page that load after it: toasts, light colors in print, a running video call, which survives each change of page, and for a
 * therapist the list of people who wait for a call.
 */
export default function PartsAfterPage() {
  usePrintInLight()
  useEffect(followProductSettings, [])
  const isInCall = useStore(activeCall) !== null
  const isForGuardian = useStore(guardianPageShown)
  const login = useLogin()
  return (
    <>
      <Toasts />
      <Suspense>
        {isInCall && <LazyCallLayer />}
        {login?.role === 'therapist' && !login.need && !isForGuardian && <LazyWaitingClients />}
      </Suspense>
    </>
  )
}
