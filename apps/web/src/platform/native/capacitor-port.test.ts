// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const device = vi.hoisted(() => ({
  answer: (): Promise<unknown> => Promise.reject(new Error('denied')),
  asked: [] as unknown[],
  refuse: () => Promise.reject(new Error('denied')),
}))

vi.mock('@capacitor/core', async (original) => ({
  ...(await original<typeof import('@capacitor/core')>()),
  CapacitorHttp: {
    request(options: unknown) {
      device.asked.push(options)
      return device.answer()
    },
  },
  registerPlugin: () => ({ set: device.refuse, enrollment: device.refuse }),
}))
vi.mock('@capacitor/app', () => ({
  App: { getLaunchUrl: device.refuse, addListener: device.refuse, minimizeApp: device.refuse },
}))
vi.mock('@capacitor/barcode-scanner', () => ({
  CapacitorBarcodeScanner: { scanBarcode: device.refuse },
  CapacitorBarcodeScannerTypeHint: { QR_CODE: 0 },
}))
vi.mock('@capacitor/browser', () => ({ Browser: { open: device.refuse, close: device.refuse } }))
vi.mock('@capacitor/haptics', () => ({ Haptics: { impact: device.refuse }, ImpactStyle: {} }))
vi.mock('@capacitor/screen-orientation', () => ({ ScreenOrientation: { lock: device.refuse } }))
vi.mock('@capacitor/splash-screen', () => ({ SplashScreen: { hide: device.refuse } }))
vi.mock('@capacitor/local-notifications', () => ({
  LocalNotifications: {
    requestPermissions: async () => ({ display: 'denied' }),
    checkPermissions: device.refuse,
    createChannel: device.refuse,
    schedule: device.refuse,
    addListener: device.refuse,
  },
}))
vi.mock('@aparajita/capacitor-secure-storage', () => ({ SecureStorage: { getItem: device.refuse } }))
vi.mock('@aparajita/capacitor-biometric-auth', async (original) => ({
  ...(await original<typeof import('@aparajita/capacitor-biometric-auth')>()),
  BiometricAuth: { checkBiometry: device.refuse, authenticate: device.refuse },
}))

// Test files of a worker share modules, and another file may have loaded these modules without the doubles.
vi.resetModules()
const { capacitorPort: port } = await import('./capacitor-port.ts')
const { NativeHttpError } = await import('./port.ts')
const asked = { url: 'https://practice.example/api/x', method: 'POST', headers: {}, timeoutMilliseconds: 5 }

beforeEach(() => device.asked.splice(0))

test('whatever the person has not permitted stays silent [8.10, 9.06]', async () => {
  port.onAddress(() => {})
  port.onBack(() => {})
  port.notifications.onOpen(() => {})
  port.haptic('drop')
  await Promise.all([port.protectScreen(true), port.lockPortrait(), port.hideSplash(), port.leaveApp()])
  await port.notifications.createChannel({ id: 'attune', name: 'Notifications' })
  await port.notifications.show({ id: 1, title: 'New', channelId: 'attune', path: '/' })
  expect(await port.scan('Scan')).toBeNull()
  expect(await port.startAddress()).toBeNull()
  expect(await port.secrets.get('practice')).toBeNull()
  expect(await port.notifications.ask()).toBe(false)
  expect(await port.notifications.isPermitted()).toBe(false)
  expect(await port.biometry.isAvailable()).toBe(false)
  expect(await port.biometry.enrollment()).toBeNull()
  expect(await port.biometry.confirm('Unlock', 'Cancel')).toBe('unavailable')
})

test('a request goes by the HTTP client of the device and follows no redirect', async () => {
  device.answer = async () => ({ status: 200, headers: { 'X-Attune-Login': 'new' }, data: { a: 1 } })
  const answer = await port.http({ ...asked, body: { json: { b: 2 } } })
  expect(answer).toEqual({ status: 200, headers: { 'x-attune-login': 'new' }, text: '{"a":1}' })
  expect(device.asked).toEqual([
    {
      url: asked.url,
      method: 'POST',
      headers: {},
      data: { b: 2 },
      disableRedirects: true,
      connectTimeout: 5,
      readTimeout: 5,
      responseType: 'text',
    },
  ])
})

test.each([
  [{ code: 'UnknownHostException', message: 'x' }, 'unknown-host'],
  [{ code: 'SSLHandshakeException', message: 'Trust anchor for certification path not found.' }, 'certificate'],
  [{ code: 'NSURLErrorDomain', message: 'The certificate for this server is invalid.' }, 'certificate'],
  [{ code: 'SocketTimeoutException', message: 'timeout' }, 'no-connection'],
])('the failure %o has the reason %s', async (failure, kind) => {
  device.answer = () => Promise.reject(Object.assign(new Error(failure.message), { code: failure.code }))
  const error = await port.http(asked).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NativeHttpError)
  expect((error as InstanceType<typeof NativeHttpError>).kind).toBe(kind)
})
