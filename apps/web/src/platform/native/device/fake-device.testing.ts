import type { DevicePort, Shared } from './device-port.ts'

/** The camera, the share sheet, the keyboard and the bars of a device in memory. A test changes and reads the fields. */
export class FakeDeviceFeatures {
  /** The photo that the camera takes; null if the person cancels or has not permitted the camera. */
  photo: Blob | null = null
  permitsCamera: boolean | null = null
  cancelsSharing = false
  shared: Shared[] = []
  bars: ('light' | 'dark')[] = []
  #keyboardListeners: (() => void)[] = []

  openKeyboard = () => this.#keyboardListeners.forEach((listener) => listener())

  port: DevicePort = {
    camera: {
      takePhoto: async () => this.photo,
      isPermitted: async () => this.permitsCamera,
    },
    share: async (what) => {
      if (!this.cancelsSharing) this.shared.push(what)
      return !this.cancelsSharing
    },
    removeShared: async () => {},
    onKeyboard: (listener) => void this.#keyboardListeners.push(listener),
    setBars: async (scheme) => void this.bars.push(scheme),
  }
}
