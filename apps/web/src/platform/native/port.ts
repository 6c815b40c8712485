import type { NativePlatform } from '@attune/contract/features/people/native-app/native-app.rules'
import type { PushPort } from './push/push-port.ts'
import type { DevicePort } from './device/device-port.ts'
import type { NativeFiles } from './storage/files.ts'

/** A request that the device sends outside of the web view. */
export type NativeRequest = {
  url: string
  method: string
  headers: Record<string, string>
  /** A value that is sent as JSON, or the content of a file in base64. */
  body?: { json: unknown } | { file: string }
  /** The time limit of the request and its response. */
  timeoutMilliseconds: number
}
/** The response to such a request. */
export type NativeAnswer = {
  status: number
  /** The response headers, with names in lower case. */
  headers: Record<string, string>
  /** The body. */
  text: string
}

/** The error of a request to which the device's HTTP client received no response. */
export class NativeHttpError extends Error {
  readonly kind: 'certificate' | 'unknown-host' | 'no-connection'
  constructor(kind: NativeHttpError['kind']) {
    super(kind)
    this.kind = kind
  }
}

/** The reason why the device did not recognize the person. `failed`: it compared and found no match. `unavailable`: it cannot compare now. */
export type BiometricFailure = 'cancelled' | 'failed' | 'unavailable'

/**
 * The device functions that the app uses. `capacitor-port.ts` implements them with Capacitor's plugins. A function that the person has not
 * permitted returns null or false and never throws.
 */
export type NativePort = DevicePort & {
  platform: NativePlatform
  /** Sends a request outside of the web view: without an origin and without following redirects. Throws NativeHttpError. */
  http(request: NativeRequest): Promise<NativeAnswer>
  /** The storage of the system for secrets. Reading returns null if the storage was erased or cannot be read. */
  secrets: {
    get(key: string): Promise<string | null>
    set(key: string, value: string): Promise<void>
    remove(key: string): Promise<void>
  }
  files: NativeFiles
  /** Opens a URL in the system's browser, in front of the app. */
  openBrowser(url: string): Promise<void>
  closeBrowser(): Promise<void>
  /** Returns the `attune://` address that started the app; null if there was none. */
  startAddress(): Promise<string | null>
  /** Calls the listener with each `attune://` address that opens while the app runs. */
  onAddress(listener: (address: string) => void): void
  /** Calls the listener when the person uses Android's back button or gesture. */
  onBack(listener: () => void): void
  leaveApp(): Promise<void>
  /** Scans a code with the camera. Returns null if the person cancels or has not permitted the camera. */
  scan(hint: string): Promise<string | null>
  haptic(moment: 'pick-up' | 'drop'): void
  /** Protects the screen: no screenshots on Android, a cover in the app switcher on iOS. */
  protectScreen(on: boolean): Promise<void>
  lockPortrait(): Promise<void>
  hideSplash(): Promise<void>
  notifications: {
    /** Whether the person permits notifications. Asks them if they have not decided. */
    ask(): Promise<boolean>
    isPermitted(): Promise<boolean>
    createChannel(channel: { id: string; name: string }): Promise<void>
    show(notification: { id: number; title: string; channelId: string; path: string }): Promise<void>
    /** Calls the listener with the path of a notification that the person opens. */
    onOpen(listener: (path: string) => void): void
  }
  push: PushPort
  biometry: {
    isAvailable(): Promise<boolean>
    /** Returns a value that changes when fingerprints or faces are added or removed; null if the device has none. */
    enrollment(): Promise<string | null>
    /** Asks for a fingerprint or a face. Returns true if the device recognizes the person, otherwise the kind of failure. */
    confirm(reason: string, cancel: string): Promise<true | BiometricFailure>
  }
}

let port: NativePort | null = null

/** Returns the interface to the device's native functions; null in a browser. */
export const nativePort = (): NativePort | null => port

export function setNativePort(next: NativePort | null): void {
  port = next
}
