import { lazyNamed } from '../../../platform/lazy-named.ts'
import { BrowserPushSettings } from './BrowserPushSettings.tsx'

/** The push settings of this browser; in the native app, of this device. The web bundle does not contain the latter. */
export const PushSettings =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./DevicePushSettings.tsx'), 'DevicePushSettings')
    : BrowserPushSettings
