import { loginInCache } from '../platform/login/login.ts'
import type { NativePort } from '../platform/native/port.ts'
import { screenProtection } from '../platform/native/device/screen-protection.ts'
import { queryClient } from '../platform/query/query-client.ts'

/** Protects the screen from screenshots, for therapists and admins, and for clients who have chosen this. */
export function protectScreen(port: NativePort): void {
  let isOn: boolean | null = null
  const apply = () => {
    const login = loginInCache()
    // The screen stays protected until the role of the signed-in person is known.
    const on = login?.role !== 'client' || screenProtection.get()
    if (on === isOn) return
    isOn = on
    void port.protectScreen(on)
  }
  queryClient.getQueryCache().subscribe(apply)
  screenProtection.subscribe(apply)
  apply()
}
