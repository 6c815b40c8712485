import { createStore } from '../../create-store.ts'
import { browserStorage } from '../../safe-storage.ts'

const key = 'attune-protect-screen'

/** Whether a client has chosen to protect the screen on this device. */
export const screenProtection = createStore(browserStorage.get(key) !== null)

export function setScreenProtection(on: boolean): void {
  if (on) browserStorage.set(key, 'on')
  else browserStorage.remove(key)
  screenProtection.set(on)
}
