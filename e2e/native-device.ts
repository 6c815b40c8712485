import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { sendRaw } from '../apps/server/src/testing/native-app.ts'
import type { JourneyServer } from './server.ts'

/** The origin of the app's pages in Android's web view, and the address under which the device finds the practice. */
const appOrigin = 'https://localhost'
export const practiceAddress = 'https://practice.test'
const www = join(import.meta.dirname, '../apps/native/www')

/** The path at which the web view loads the photo that the camera took. */
const photoPath = '/_capacitor_file_/cache/photo.jpg'
const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f6b62' } })
  .jpeg()
  .toBuffer()

type Call = { plugin: string; method: string; options: Record<string, unknown> }

/**
 * A phone with the app. The web view is a browser; the plugins are doubles behind Capacitor's bridge, so the journey runs the real code of the app.
 */
export type NativeDevice = {
  context: BrowserContext
  page: Page
  errors: string[]
  /** The calls of plugins, except those of the HTTP client. */
  calls: Call[]
  /** The system's storage for secrets. */
  secrets: Map<string, string>
  /** The token that the push provider gives to the app; null if the host has no push keys for the app. */
  pushToken: string | null
  /** The new address of the practice after a move; null before. The server then redirects everyone to it. */
  moved: string | null
  /** The files of the app by path. */
  files: Map<string, string>
  /** Whether the device has a connection. */
  setOnline(online: boolean): Promise<void>
  /** Calls the listeners of a plugin, such as `App.appUrlOpen`, like the system. */
  emit(event: string, data?: object): Promise<void>
  /** Opens an address with the app, as the system does. */
  openLink(url: string): Promise<void>
  /** Closes the page and opens it again, like a restart or an update of the app. */
  restart(): Promise<void>
  /** Deletes the data that the web view stores, as the system can do when the device needs space. */
  clearWebView(): Promise<void>
}

const plugins: Record<string, string> = {
  App: 'getLaunchUrl minimizeApp',
  AttunePrivacy: 'set',
  AttunePush: 'check',
  BiometricAuthNative: 'checkBiometry internalAuthenticate',
  Browser: 'open close',
  Camera: 'takePhoto checkPermissions',
  CapacitorBarcodeScanner: 'scanBarcode',
  CapacitorHttp: 'request',
  Filesystem: 'mkdir readdir readFile writeFile deleteFile rmdir',
  Haptics: 'impact',
  Keyboard: 'setScroll',
  LocalNotifications: 'requestPermissions checkPermissions createChannel schedule',
  PushNotifications: 'register unregister removeAllDeliveredNotifications',
  ScreenOrientation: 'lock',
  SecureStorage: 'internalGetItem internalSetItem internalRemoveItem',
  Share: 'share',
  SplashScreen: 'hide',
  SystemBars: 'setStyle',
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Opens a device on which the app was just installed. `denied` names the permissions that the person refuses. */
export async function openNativeDevice(
  browser: Browser,
  product: JourneyServer,
  denied: readonly ('notifications' | 'camera' | 'biometry')[] = [],
  look: Pick<BrowserContextOptions, 'locale' | 'colorScheme'> = {},
): Promise<NativeDevice> {
  const context = await browser.newContext({
    locale: 'en-GB',
    ...look,
    timezoneId: 'Europe/Berlin',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const secrets = new Map<string, string>()
  const files = new Map<string, string>()
  const state = { online: true, moved: null as string | null }
  const calls: Call[] = []
  const answers = pluginDoubles(product, state, { secrets, files }, denied)
  await context.exposeFunction('nativeCall', async (plugin: string, method: string, options: Call['options']) => {
    if (plugin !== 'CapacitorHttp') calls.push({ plugin, method, options })
    if (plugin === 'AttunePush') return { value: { found: device.pushToken !== null } }
    if (plugin === 'PushNotifications' && method === 'register')
      void device.emit('PushNotifications.registration', { value: device.pushToken })
    try {
      return { value: await answers(plugin, method, options) }
    } catch (error) {
      return { error: (error as Error).message, code: (error as { code?: string }).code ?? '' }
    }
  })
  await context.addInitScript(installBridge, plugins)
  await context.route(`${appOrigin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === photoPath) return route.fulfill({ body: photo, contentType: 'image/jpeg' })
    const file = extname(pathname) ? pathname : '/index.html'
    return route.fulfill({ body: readFileSync(join(www, file)), contentType: types[extname(file)] ?? '' })
  })
  await context.route(`${practiceAddress}/**`, (route) => loadFromPractice(product, state.online, route))
  await context.routeWebSocket(/^wss:\/\/practice\.test\//, (page) => {
    if (!state.online) return page.close()
    const { pathname, search } = new URL(page.url())
    const server = new WebSocket(`${product.address.replace(/^http/, 'ws')}${pathname}${search}`, { origin: appOrigin })
    const waiting: string[] = []
    page.onMessage((message) => (server.readyState === 1 ? server.send(message) : void waiting.push(String(message))))
    server.on('open', () => waiting.forEach((message) => server.send(message)))
    server.on('message', (message) => page.send(String(message)))
    server.on('close', () => page.close())
    server.on('error', () => page.close())
    page.onClose(() => server.close())
  })
  const device: NativeDevice = {
    context,
    page: await context.newPage(),
    errors: [],
    calls,
    secrets,
    pushToken: null,
    get moved() {
      return state.moved
    },
    set moved(address) {
      state.moved = address
    },
    emit: (event, data = {}) =>
      device.page.evaluate(([name, value]) => (globalThis as unknown as Bridge).nativeEvent(name, value), [
        event,
        data,
      ] as const),
    files,
    async setOnline(online) {
      state.online = online
      await device.page.evaluate((is) => {
        Object.defineProperty(navigator, 'onLine', { get: () => is, configurable: true })
        dispatchEvent(new Event(is ? 'online' : 'offline'))
      }, online)
    },
    openLink: (url) => device.emit('App.appUrlOpen', { url }),
    async clearWebView() {
      await device.page.evaluate(
        () =>
          new Promise((done, failed) => {
            localStorage.clear()
            const request = indexedDB.deleteDatabase('attune')
            request.onsuccess = done
            request.onerror = () => failed(request.error)
          }),
      )
    },
    async restart() {
      await device.page.close()
      device.page = await openPage()
    },
  }
  const openPage = async () => {
    const page = device.page.isClosed() ? await context.newPage() : device.page
    page.on('pageerror', (error) => device.errors.push(error.message))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) device.errors.push(message.text())
    })
    await page.addInitScript((is) => {
      if (!is) Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
    }, state.online)
    await page.goto(`${appOrigin}/`)
    return page
  }
  await openPage()
  return device
}

/** Answers the calls of the plugins as a device does. */
function pluginDoubles(
  product: JourneyServer,
  state: { online: boolean; moved: string | null },
  { secrets, files }: Pick<NativeDevice, 'secrets' | 'files'>,
  denied: readonly string[],
) {
  const permission = (name: string) => ({ display: denied.includes(name) ? 'denied' : 'granted' })
  const answers: Record<string, (options: Record<string, unknown>) => unknown> = {
    'App.getLaunchUrl': () => undefined,
    'BiometricAuthNative.checkBiometry': () => ({ isAvailable: false, strongBiometryIsAvailable: false }),
    'Camera.takePhoto': () => {
      if (denied.includes('camera')) throw new Error('the camera is not permitted')
      return { type: 0, uri: '/cache/photo.jpg', webPath: `${appOrigin}${photoPath}`, saved: false }
    },
    'Camera.checkPermissions': () => ({ camera: permission('camera').display, photos: 'prompt' }),
    'CapacitorBarcodeScanner.scanBarcode': () => {
      throw new Error('the camera is not permitted')
    },
    'LocalNotifications.requestPermissions': () => permission('notifications'),
    'LocalNotifications.checkPermissions': () => permission('notifications'),
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({ data: secrets.get(prefixedKey as string) ?? null }),
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => void secrets.set(prefixedKey as string, data as string),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => ({ success: secrets.delete(prefixedKey as string) }),
    ...fileDoubles(files),
    'CapacitorHttp.request': (options) => request(product, state, options as HttpOptions),
  }
  return async (plugin: string, method: string, options: Record<string, unknown>) =>
    answers[`${plugin}.${method}`]?.(options)
}

/**
 * Answers a request of an element of the page, for example for a picture, a file or a part of an upload, with the response of the practice's server.
 */
async function loadFromPractice(product: JourneyServer, online: boolean, route: Route) {
  if (!online) return route.abort()
  const asked = route.request()
  const { host: _, ...headers } = await asked.allHeaders()
  const body = asked.postDataBuffer()
  const answer = await sendRaw(asked.url().replace(practiceAddress, product.address), {
    method: asked.method(),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
    ...(body && { body }),
  })
  return route.fulfill({ status: answer.status, headers: answer.headers as Record<string, string>, body: answer.bytes })
}

/** Doubles of the app's file functions, with Android's responses. */
function fileDoubles(files: Map<string, string>): Record<string, (options: Record<string, unknown>) => unknown> {
  const missing = () => Object.assign(new Error('the file does not exist'), { code: 'OS-PLUG-FILE-0008' })
  const under = (path: unknown) => [...files.keys()].filter((one) => one.startsWith(`${path as string}/`))
  const names = (path: unknown) => under(path).map((one) => one.slice((path as string).length + 1).split('/')[0])
  return {
    'Filesystem.readdir': ({ path }) => ({ files: [...new Set(names(path))].map((name) => ({ name })) }),
    'Filesystem.readFile': ({ path }) => ({ data: files.get(path as string) ?? raise(missing()) }),
    'Filesystem.writeFile': ({ path, data }) => {
      files.set(path as string, data as string)
      return { uri: `file:///app/${path as string}` }
    },
    'Filesystem.deleteFile': ({ path }) => files.delete(path as string) || raise(missing()),
    'Filesystem.rmdir': ({ path }) => under(path).forEach((one) => files.delete(one)),
  }
}

const raise = (error: Error): never => {
  throw error
}

type HttpOptions = { url: string; method: string; headers: Record<string, string>; data?: unknown; dataType?: string }

/** Simulates the device's HTTP client, which sends neither an Origin header nor cookies. It reaches only the practice. */
async function request(
  product: JourneyServer,
  { online, moved }: { online: boolean; moved: string | null },
  { url, method, headers, data, dataType }: HttpOptions,
) {
  if (!online) throw Object.assign(new Error('no connection'), { code: 'SocketTimeoutException' })
  if (!url.startsWith(`${practiceAddress}/`))
    throw Object.assign(new Error(new URL(url).host), { code: 'UnknownHostException' })
  if (moved) return { url, status: 302, headers: { location: `${moved}/` }, data: '' }
  const body = dataType === 'file' ? Buffer.from(data as string, 'base64') : JSON.stringify(data)
  const answer = await sendRaw(url.replace(practiceAddress, product.address), {
    method,
    headers,
    ...(data !== undefined && { body }),
  })
  return { url, status: answer.status, headers: answer.headers, data: answer.bytes.toString() }
}

type Listener = (data: unknown) => void
type Bridge = {
  nativeCall(
    plugin: string,
    method: string,
    options: unknown,
  ): Promise<{ value?: unknown; error?: string; code?: string }>
  nativeEvent(event: string, data: unknown): void
}

/** Runs in the page before the app. Installs the part of Capacitor's bridge that Android's web view provides. */
function installBridge(methods: Record<string, string>): void {
  const page = globalThis as unknown as Bridge & { androidBridge: unknown; Capacitor: unknown }
  const listeners = new Map<string, Listener[]>()
  const header = (name: string) => ({
    name,
    methods: [
      ...(methods[name] ?? '').split(' ').map((method) => ({ name: method, rtype: 'promise' })),
      { name: 'addListener', rtype: 'callback' },
      { name: 'removeListener', rtype: 'callback' },
    ],
  })
  page.androidBridge = { postMessage() {} }
  page.nativeEvent = (event, data) => listeners.get(event)?.forEach((listener) => listener(data))
  page.Capacitor = {
    PluginHeaders: Object.keys(methods).map(header),
    async nativePromise(plugin: string, method: string, options: unknown) {
      const { value, error, code } = await page.nativeCall(plugin, method, options ?? {})
      if (error !== undefined) throw Object.assign(new Error(error), { code })
      return value
    },
    nativeCallback(plugin: string, _method: string, { eventName }: { eventName: string }, listener: Listener) {
      const key = `${plugin}.${eventName}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener])
      return Promise.resolve(key)
    },
  }
}
