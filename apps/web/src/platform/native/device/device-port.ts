/** The content that the app gives to another app through the share sheet of the system. */
export type Shared = { text?: string; url?: string; file?: { name: string; content: Blob } }

/** The part of the port for the camera, the share sheet, the keyboard and the bars of the system. */
export type DevicePort = {
  camera: {
    /** Opens the camera. Returns null if the person cancels or has not permitted the camera. */
    takePhoto(): Promise<Blob | null>
    /** Whether the person permits the camera; null if the person has not decided. */
    isPermitted(): Promise<boolean | null>
  }
  /** Opens the share sheet. Returns false if the person cancels. */
  share(what: Shared): Promise<boolean>
  /** Deletes the copies of files that were shared, which the other app may still read for a while. */
  removeShared(): Promise<void>
  /** Calls the listener when the keyboard has opened. The page is then as high as the part of the screen above it. */
  onKeyboard(listener: () => void): void
  /** Makes the text of the status bar and the home bar readable on a page with this color scheme. */
  setBars(scheme: 'light' | 'dark'): Promise<void>
}
