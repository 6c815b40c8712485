/** The content that the app gives to another app through the share sheet of the system. */
export type Shared = { text?: string; url?: string; file?: { name: string; content: Blob } }

/** The camera, the share sheet, the keyboard and the system bars of the device. */
export type DevicePort = {
  camera: {
    /** Opens the camera. Returns null if the person cancels or has not permitted the camera. */
    takePhoto(): Promise<Blob | null>
    /** Whether the person permits the camera; null if they have not decided. */
    isPermitted(): Promise<boolean | null>
  }
  /** Opens the share sheet. Returns false if the person cancels, or if sharing fails. */
  share(what: Shared): Promise<boolean>
  /** Deletes the copies of shared files. They are kept for a while, because the other app may still read them. */
  removeShared(): Promise<void>
  /** Calls the listener after the keyboard has opened and the page has been resized to the area above it. */
  onKeyboard(listener: () => void): void
  /** Makes the text of the status bar and the home bar readable on a page with this color scheme. */
  setBars(scheme: 'light' | 'dark'): Promise<void>
}
