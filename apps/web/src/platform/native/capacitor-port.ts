import { BiometricAuth, BiometryError, BiometryErrorType } from '@aparajita/capacitor-biometric-auth'
import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { localChannel } from '@attune/contract/features/people/native-app/native-app.rules'
import { App } from '@capacitor/app'
import { CapacitorBarcodeScanner, CapacitorBarcodeScannerTypeHint } from '@capacitor/barcode-scanner'
import { Browser } from '@capacitor/browser'
import { Capacitor, CapacitorHttp, registerPlugin } from '@capacitor/core'
import { Haptics, ImpactStyle } from '@capacitor/haptics'
import { LocalNotifications } from '@capacitor/local-notifications'
import { ScreenOrientation } from '@capacitor/screen-orientation'
import { SplashScreen } from '@capacitor/splash-screen'
import { capacitorPush } from './push/capacitor-push.ts'
import { capacitorDevice } from './device/capacitor-device.ts'
import { capacitorFiles } from './storage/capacitor-files.ts'
import type { NativeAnswer, NativePort, NativeRequest } from './port.ts'
import { NativeHttpError } from './port.ts'

/** Attune's own plugin: `PrivacyPlugin` in `apps/native`. */
const Privacy = registerPlugin<{
  set(options: { protect: boolean }): Promise<void>
  enrollment(): Promise<{ state?: string }>
}>('AttunePrivacy')

const platform = Capacitor.getPlatform() === 'ios' ? 'ios' : 'android'
const ignore = () => {}

/** Determines why a request failed. iOS describes the reason only in the device's language, so the result on iOS is often `no-connection`. */
function failureOf(error: unknown): NativeHttpError {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const text = `${code} ${message}`
  if (/ssl|certificate|trust|cert_/i.test(text)) return new NativeHttpError('certificate')
  if (/UnknownHost|hostname could not be found/i.test(text)) return new NativeHttpError('unknown-host')
  return new NativeHttpError('no-connection')
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : data === null ? '' : JSON.stringify(data))

async function http({ url, method, headers, body, timeoutMilliseconds }: NativeRequest): Promise<NativeAnswer> {
  try {
    const answer = await CapacitorHttp.request({
      url,
      method,
      headers,
      disableRedirects: true,
      connectTimeout: timeoutMilliseconds,
      readTimeout: timeoutMilliseconds,
      responseType: 'text',
      ...(body && ('json' in body ? { data: body.json } : { data: body.file, dataType: 'file' as const })),
    })
    const names = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])
    return { status: answer.status, headers: Object.fromEntries(names), text: textOf(answer.data) }
  } catch (error) {
    throw failureOf(error)
  }
}

const secrets: NativePort['secrets'] = {
  get: (key) => SecureStorage.getItem(key).catch(() => null),
  set: (key, value) => SecureStorage.setItem(key, value),
  remove: (key) => SecureStorage.removeItem(key),
}

const isGranted = ({ display }: { display: string }) => display === 'granted'

const notifications: NativePort['notifications'] = {
  ask: () => LocalNotifications.requestPermissions().then(isGranted, () => false),
  isPermitted: () => LocalNotifications.checkPermissions().then(isGranted, () => false),
  async createChannel({ id, name }) {
    if (platform === 'android')
      await LocalNotifications.createChannel({ id, name, importance: localChannel.importance }).catch(ignore)
  },
  async show({ id, title, channelId, path }) {
    const notification = { id, title, body: '', channelId, extra: { path } }
    await LocalNotifications.schedule({ notifications: [notification] }).catch(ignore)
  },
  onOpen(listener) {
    void LocalNotifications.addListener('localNotificationActionPerformed', ({ notification }) => {
      const { path } = (notification.extra ?? {}) as { path?: unknown }
      if (typeof path === 'string') listener(path)
    }).catch(ignore)
  },
}

const cancels: readonly string[] = [
  BiometryErrorType.userCancel,
  BiometryErrorType.appCancel,
  BiometryErrorType.systemCancel,
  BiometryErrorType.userFallback,
]

const biometry: NativePort['biometry'] = {
  isAvailable: () =>
    BiometricAuth.checkBiometry().then(
      ({ strongBiometryIsAvailable }) => strongBiometryIsAvailable,
      () => false,
    ),
  enrollment: () =>
    Privacy.enrollment().then(
      ({ state }) => state ?? null,
      () => null,
    ),
  async confirm(reason, cancelTitle) {
    try {
      await BiometricAuth.authenticate({ reason, cancelTitle, androidTitle: reason, allowDeviceCredential: false })
      return true
    } catch (error) {
      const code = error instanceof BiometryError ? error.code : BiometryErrorType.biometryNotAvailable
      if (cancels.includes(code)) return 'cancelled'
      return code === BiometryErrorType.authenticationFailed ? 'failed' : 'unavailable'
    }
  },
}

/** The native functions of the app, implemented with the plugins of Capacitor. */
export const capacitorPort: NativePort = {
  ...capacitorDevice,
  platform,
  http,
  secrets,
  files: capacitorFiles,
  openBrowser: (url) => Browser.open({ url }),
  // On Android, the browser closes by itself when the app comes to the foreground.
  closeBrowser: () => (platform === 'ios' ? Browser.close().catch(ignore) : Promise.resolve()),
  startAddress: () =>
    App.getLaunchUrl().then(
      (found) => found?.url ?? null,
      () => null,
    ),
  onAddress: (listener) => void App.addListener('appUrlOpen', ({ url }) => listener(url)).catch(ignore),
  onBack: (listener) => void App.addListener('backButton', listener).catch(ignore),
  leaveApp: () => App.minimizeApp().catch(ignore),
  scan: (hint) =>
    CapacitorBarcodeScanner.scanBarcode({ hint: CapacitorBarcodeScannerTypeHint.QR_CODE, scanInstructions: hint }).then(
      ({ ScanResult }) => ScanResult,
      () => null,
    ),
  haptic: (moment) =>
    void Haptics.impact({ style: moment === 'pick-up' ? ImpactStyle.Medium : ImpactStyle.Light }).catch(ignore),
  protectScreen: (on) => Privacy.set({ protect: on }).catch(ignore),
  lockPortrait: () => ScreenOrientation.lock({ orientation: 'portrait' }).catch(ignore),
  hideSplash: () => SplashScreen.hide().catch(ignore),
  notifications,
  push: capacitorPush,
  biometry,
}
