import { FakeDeviceFeatures } from './device/fake-device.testing.ts'
import type { NativeAnswer, NativePort, NativeRequest } from './port.ts'
import { FakePush } from './push/fake-push.testing.ts'
import { FakeFiles } from './storage/fake-files.testing.ts'
import { NativeHttpError } from './port.ts'

/** An in-memory device. A test changes and reads its fields. */
export class FakeDevice {
  features = new FakeDeviceFeatures()
  secrets = new Map<string, string>()
  files = new FakeFiles()
  requests: NativeRequest[] = []
  opened: string[] = []
  shown: { id: number; title: string; channelId: string; path: string }[] = []
  channels: { id: string; name: string }[] = []
  isProtected: boolean | null = null
  permitsNotifications = true
  push = new FakePush()
  biometry: {
    available: boolean
    enrollment: string | null
    answers: (true | 'cancelled' | 'failed' | 'unavailable')[]
  } = {
    available: true,
    enrollment: 'one finger',
    answers: [],
  }
  scanned: string | null = null
  startAddress: string | null = null
  hasLeft = false
  isSplashHidden = false
  haptics: ('pick-up' | 'drop')[] = []
  #addressListeners: ((address: string) => void)[] = []
  #backListeners: (() => void)[] = []
  #answer: (request: NativeRequest) => NativeAnswer | NativeHttpError['kind']
  constructor(answer: (request: NativeRequest) => NativeAnswer | NativeHttpError['kind'] = () => 'no-connection') {
    this.#answer = answer
  }

  openAddress = (address: string) => this.#addressListeners.forEach((listener) => listener(address))
  goBack = () => this.#backListeners.forEach((listener) => listener())

  port: NativePort = {
    ...this.features.port,
    platform: 'android',
    http: async (request) => {
      this.requests.push(request)
      const answer = this.#answer(request)
      if (typeof answer === 'string') throw new NativeHttpError(answer)
      return answer
    },
    secrets: {
      get: async (key) => this.secrets.get(key) ?? null,
      set: async (key, value) => void this.secrets.set(key, value),
      remove: async (key) => void this.secrets.delete(key),
    },
    files: this.files,
    openBrowser: async (url) => void this.opened.push(url),
    closeBrowser: async () => {},
    startAddress: async () => this.startAddress,
    onAddress: (listener) => void this.#addressListeners.push(listener),
    onBack: (listener) => void this.#backListeners.push(listener),
    leaveApp: async () => void (this.hasLeft = true),
    scan: async () => this.scanned,
    haptic: (moment) => void this.haptics.push(moment),
    protectScreen: async (on) => void (this.isProtected = on),
    lockPortrait: async () => {},
    hideSplash: async () => void (this.isSplashHidden = true),
    notifications: {
      ask: async () => this.permitsNotifications,
      isPermitted: async () => this.permitsNotifications,
      createChannel: async (channel) => void this.channels.push(channel),
      show: async (notification) => void this.shown.push(notification),
      onOpen: () => {},
    },
    push: this.push.port,
    biometry: {
      isAvailable: async () => this.biometry.available,
      enrollment: async () => this.biometry.enrollment,
      confirm: async () => this.biometry.answers.shift() ?? 'cancelled',
    },
  }
}
