import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { type NativeDevice, practiceAddress } from './native-device.ts'
import { openSignedIn, type PracticeMember } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'

/** Builds the web app that the native app contains, unless it is up to date. */
export function buildNativeWeb(): void {
  const root = join(import.meta.dirname, '..')
  const build = spawnSync(join(root, 'node_modules/node/bin/node'), ['tools/native-sync.mjs', '--web'], { cwd: root })
  expect(build.status, String(build.stdout) + String(build.stderr)).toBe(0)
}

export const nativeButton = (page: Page, name: Parameters<typeof uiText>[0]) =>
  page.getByRole('button', { name: uiText(name), exact: true })

/** Signs in with the system's browser, in which the person is signed in, and returns to the app. */
export async function signInOnDevice(
  device: NativeDevice,
  browser: Browser,
  product: JourneyServer,
  person: PracticeMember,
) {
  const opened = () =>
    device.calls
      .filter(({ plugin, method }) => plugin === 'Browser' && method === 'open')
      .map(({ options }) => String(options.url))
  const before = opened().length
  await nativeButton(device.page, 'native:signIn.open').click()
  await expect.poll(() => opened()[before]).toContain(`${practiceAddress}/sign-in?app=`)
  const { page } = await openSignedIn(browser, product, person)
  await page.goto(opened()[before]?.replace(practiceAddress, '') ?? '')
  const made = page.waitForResponse('**/api/login/newAppCode')
  await nativeButton(page, 'appSignIn:open').click()
  const { code } = (await (await made).json()) as { code: string }
  await page.context().close()
  await device.openLink(`attune://signed-in?code=${code}`)
}

/** Connects a new app to the practice. */
export async function joinPracticeOnDevice({ page }: NativeDevice) {
  await page.getByLabel(uiText('native:join.address')).fill(new URL(practiceAddress).host)
  await nativeButton(page, 'native:join.check').click()
  await nativeButton(page, 'native:found.join').click()
}
