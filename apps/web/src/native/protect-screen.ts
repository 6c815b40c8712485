import { loginInCache } from '../platform/login/login.ts'
import type { NativePort } from '../platform/native/port.ts'
import { screenProtection } from '../platform/native/device/screen-protection.ts'
import { queryClient } from '../platform/query/query-client.ts'

/** Protects the screen of therapists and admins, and that of clients who have chosen it. */
export function protectScreen(port: NativePort): void {
  let isOn: boolean | null = null
  const apply = () => {
    const login = loginInCache()
    // Until it is known whose screen it is, it stays protected.
    const on = login?.role !== 'client' || screenProtection.get()
    if (on === isOn) return
    isOn = on
    void port.protectScreen(on)
  }
  queryClient.getQueryCache().subscribe(apply)
  screenProtection.subscribe(apply)
  apply()
}
