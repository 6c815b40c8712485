import { expect, type Locator, type Page, test } from '@playwright/test'
import { elementsBehindSystemAreas, setSystemAreas, systemAreas } from './native-edges.ts'
import type { NativeDevice } from './native-device.ts'
import { buildNativeWeb, lockApp, nativeButton, openSignedInDevice } from './native-steps.ts'
import { type ClientPracticeMember, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { heading, waitUntilDrawn } from './views.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  buildNativeWeb()
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Checks that the system areas cover nothing, at the beginning and at the end of the scrollable content. */
async function expectClear(page: Page, name: string, there: Locator = heading(page)) {
  await test.step(name, async () => {
    await expect(there).toBeVisible()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
    await expect.poll(() => elementsBehindSystemAreas(page, false), name).toEqual([])
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('*')) if (part.scrollHeight > part.clientHeight) part.scrollTop = 1e6
    })
    await expect.poll(() => elementsBehindSystemAreas(page, true), `${name}, at its end`).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
  })
}

/** Checks that a button in a bar at the bottom of the screen is above the app's tab bar, which would cover it. */
async function expectAboveTabBar(page: Page, button: Locator) {
  const [bar, box] = await Promise.all([page.getByRole('navigation').last().boundingBox(), button.boundingBox()])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
}

async function openOnDevice(browser: Parameters<typeof openSignedInDevice>[0], person: typeof practice.therapist) {
  const device = await openSignedInDevice(browser, product, person)
  await setSystemAreas(device)
  await device.page.locator('main h1').first().waitFor()
  return device
}

async function openPage(device: NativeDevice, address: string) {
  await device.openLink(`attune://open${address}`)
  await device.page.waitForURL(`**${address}`)
  await heading(device.page).waitFor()
  await waitUntilDrawn(device.page)
}

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('header, sheets, dialogs, toasts and fixed bars of the app are outside the areas of the system [2.25]', async ({
  browser,
}) => {
  const device = await openOnDevice(browser, practice.therapist)
  const { page } = device
  await waitUntilDrawn(page)
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.height).toBe(52 + systemAreas.top)
  await test.step('the same page of a browser would be behind them', async () => {
    const root = page.locator('html')
    const platform = await root.getAttribute('data-native')
    await root.evaluate((element) => delete element.dataset.native)
    expect(await elementsBehindSystemAreas(page, true)).not.toEqual([])
    await root.evaluate((element, value) => (element.dataset.native = value ?? ''), platform)
  })
  await expectClear(page, 'header and tab bar')

  await nativeButton(page, 'shell:menu').click()
  await expectClear(page, 'sheet of the menu', page.getByRole('dialog'))
  await closeDialog(page)

  await openPage(device, '/dashboard/therapist/clients')
  await nativeButton(page, 'client:list.code').click()
  await expectClear(page, 'dialog', page.getByText(uiText('connection:code.text')))
  await nativeButton(page, 'connection:code.rotate').click()
  await page.getByText(uiText('connection:code.rotateTitle')).waitFor()
  await nativeButton(page, 'connection:code.rotate').click()
  await closeDialog(page)
  await expectClear(page, 'toast', page.locator('[data-sonner-toast]'))

  await openPage(device, '/dashboard/therapist/add-client')
  await expectClear(page, 'form with a bar')
  await expectAboveTabBar(page, page.locator('main button[type=submit]'))
  await openPage(device, '/dashboard/therapist/sessions')
  await page
    .getByRole('main')
    .getByRole('button', { name: uiText('session:new') })
    .first()
    .click()
  await expectClear(page, 'dialog of the whole screen', page.getByRole('dialog').locator('button[type=submit]'))
  await closeDialog(page)
  await openPage(device, '/dashboard/therapist/calendar')
  await expectClear(page, 'calendar')
  await openPage(device, '/dashboard/therapist/assistant')
  await expectClear(page, 'assistant')
  await device.setOnline(false)
  await expectClear(
    page,
    'banner without a connection',
    page.getByText(uiText('common:offline.strip'), { exact: true }),
  )
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('lock, error page, conversation and journal of the app are outside the areas of the system [2.25]', async ({
  browser,
}) => {
  const device = await openOnDevice(browser, ana)
  const { page } = device
  await openPage(device, '/dashboard/client/journal')
  await nativeButton(page, 'journal:new').click()
  await expectClear(page, 'entry', page.getByRole('textbox').last())
  await device.openLink(`attune://open/dashboard/client/messages?conversation=${ana.clientId}`)
  await expectClear(page, 'conversation', page.locator('textarea:not([aria-hidden])'))
  await openPage(device, '/dashboard/client/nothing')
  await expectClear(page, 'page that does not exist')
  await test.step('error page', async () => {
    const scripts = page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const loaded = new Set(await scripts)
    await device.context.route('**/assets/*.js', (route) =>
      loaded.has(route.request().url()) ? route.fallback() : route.abort(),
    )
    await device.openLink('attune://open/dashboard/client/payments')
    await expectClear(page, 'error page', heading(page, uiText('common:wrong.title')))
  })
  await device.context.unroute('**/assets/*.js')
  await lockApp(device)
  await expectClear(device.page, 'lock', device.page.getByRole('dialog'))
  await device.context.close()
})
