import { lazyNamed } from '../../../platform/lazy-named.ts'
import { BrowserPushSettings } from './BrowserPushSettings.tsx'

/** The push notifications of this browser; in the native app, those of this device. Only the app contains the latter. */
export const PushSettings =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./DevicePushSettings.tsx'), 'DevicePushSettings')
    : BrowserPushSettings
