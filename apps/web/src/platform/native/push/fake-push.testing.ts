import type { PushPort } from './push-port.ts'

/** In-memory push notifications of a device. A test changes and reads its fields. */
export class FakePush {
  hasKeys = true
  /** The token that the provider issues at the next registration; null if it issues none. */
  token: string | null = 'token-of-this-phone'
  isRegistered = false
  registrations = 0
  cleared = 0
  giveToken: (token: string) => void = () => {}
  open: (payload: string) => void = () => {}

  port: PushPort = {
    hasKeys: async () => this.hasKeys,
    register: async () => {
      // On a real device, the app would crash without the keys.
      if (!this.hasKeys) throw new Error('the app was ended')
      this.registrations++
      this.isRegistered = this.token !== null
      return this.token
    },
    unregister: async () => void (this.isRegistered = false),
    clear: async () => void this.cleared++,
    onToken: (listener) => void (this.giveToken = listener),
    onOpen: (listener) => void (this.open = listener),
  }
}
