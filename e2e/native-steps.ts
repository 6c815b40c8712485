import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { type NativeDevice, openNativeDevice, practiceAddress } from './native-device.ts'
import { openSignedIn, type PracticeMember } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'

type DeviceLanguage = 'en' | 'de'

/** Builds the web app that the native app contains, unless it is up to date. */
export function buildNativeWeb(): void {
  const root = join(import.meta.dirname, '..')
  const build = spawnSync(join(root, 'node_modules/node/bin/node'), ['tools/native-sync.mjs', '--web'], { cwd: root })
  expect(build.status, String(build.stdout) + String(build.stderr)).toBe(0)
}

export const nativeButton = (page: Page, name: Parameters<typeof uiTextIn>[1], language: DeviceLanguage = 'en') =>
  page.getByRole('button', { name: uiTextIn(language, name), exact: true })

/** Connects a new app to the practice. */
export async function joinPracticeOnDevice({ page }: NativeDevice, language: DeviceLanguage = 'en'): Promise<void> {
  await page.getByLabel(uiTextIn(language, 'native:join.address')).fill(new URL(practiceAddress).host)
  await nativeButton(page, 'native:join.check', language).click()
  await nativeButton(page, 'native:found.join', language).click()
}

/** Signs in with the system's browser, in which the person is signed in, and returns to the app. */
export async function signInOnDevice(
  device: NativeDevice,
  browser: Browser,
  product: JourneyServer,
  person: PracticeMember,
  language: DeviceLanguage = 'en',
): Promise<void> {
  const opened = () =>
    device.calls
      .filter(({ plugin, method }) => plugin === 'Browser' && method === 'open')
      .map(({ options }) => String(options.url))
  const before = opened().length
  await nativeButton(device.page, 'native:signIn.open', language).click()
  await expect.poll(() => opened()[before]).toContain(`${practiceAddress}/sign-in?app=`)
  const { page } = await openSignedIn(browser, product, person)
  await page.goto(opened()[before]?.replace(practiceAddress, '') ?? '')
  const made = page.waitForResponse('**/api/login/newAppCode')
  await page.locator('main').getByRole('button').first().click()
  const { code } = (await (await made).json()) as { code: string }
  await page.context().close()
  await device.openLink(`attune://signed-in?code=${code}`)
}

/** Opens a device whose app is connected to the practice and signed in as a person. */
export async function openSignedInDevice(
  browser: Browser,
  product: JourneyServer,
  person: PracticeMember,
  denied: Parameters<typeof openNativeDevice>[2] = [],
  look: Parameters<typeof openNativeDevice>[3] = {},
): Promise<NativeDevice> {
  const language = look.locale === 'de-DE' ? 'de' : 'en'
  const device = await openNativeDevice(browser, product, denied, look)
  await joinPracticeOnDevice(device, language)
  await signInOnDevice(device, browser, product, person, language)
  await device.page.waitForURL('**/dashboard/**')
  return device
}

/** Starts the app again with a locked login. */
export async function lockApp(device: NativeDevice): Promise<void> {
  const key = () => Object.keys(localStorage).find((one) => one.startsWith('attune-idle-'))
  const name = String(await (await device.page.waitForFunction(key)).jsonValue())
  await device.page.evaluate((item) => {
    const stored = JSON.parse(localStorage.getItem(item) ?? '{}') as object
    localStorage.setItem(item, JSON.stringify({ ...stored, locked: true }))
  }, name)
  await device.restart()
  await device.page.getByText(uiText('reauthentication:lock.appText')).waitFor()
}
