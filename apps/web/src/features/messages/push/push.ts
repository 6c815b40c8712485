import { lazyNamed } from '../../../platform/lazy-named.ts'
import { BrowserPushSettings } from './BrowserPushSettings.tsx'

/** The push settings of this browser or, in the native app, of this device. The web bundle contains only those of the browser. */
export const PushSettings =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./DevicePushSettings.tsx'), 'DevicePushSettings')
    : BrowserPushSettings
