import { expect, type Page, test } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NativeDevice, openNativeDevice, practiceAddress } from './native-device.ts'
import { buildNativeWeb, nativeButton as button, signInOnDevice as signIn } from './native-steps.ts'
import { type ClientPracticeMember, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice

test.beforeAll(async () => {
  buildNativeWeb()
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Enters the address of the practice on the first screen of the app and connects to this practice. */
async function joinPractice(page: Page) {
  await page.getByLabel(uiText('native:join.address')).fill('practice.test/login')
  await button(page, 'native:join.check').click()
  await page.getByText(uiText('native:join.problem.path', { origin: practiceAddress })).waitFor()
  await page.getByLabel(uiText('native:join.address')).fill('practise.test')
  await button(page, 'native:join.check').click()
  await page.getByText(uiText('native:join.problem.unknown-host')).waitFor()
  await page.getByLabel(uiText('native:join.address')).fill('practice.test')
  await button(page, 'native:join.check').click()
  await expect(page.getByText(practiceAddress, { exact: true })).toBeVisible()
  await expect(page.locator('code')).toHaveText(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  await button(page, 'native:found.join').click()
}

/** Writes 20 messages on a device without a connection. */
async function writeOffline(device: NativeDevice, conversation: string): Promise<string[]> {
  await device.openLink(`attune://open/dashboard/client/messages?conversation=${conversation}`)
  const field = device.page.locator('textarea:not([aria-hidden])')
  await field.waitFor()
  await device.setOnline(false)
  const texts = Array.from({ length: 20 }, (_, at) => `Offline message ${at + 1}`)
  for (const text of texts) {
    await field.fill(text)
    await button(device.page, 'message:send').click()
    await expect(field).toHaveValue('')
  }
  await device.page.getByText(texts.at(-1) ?? '', { exact: true }).waitFor()
  return texts
}

/** Waits until the server has as many messages as were written, and compares them in order. */
async function expectInOrder(person: ClientPracticeMember, texts: string[]) {
  const arrived = async () =>
    (await person.api.message.messages({ id: person.clientId, limit: 100 })).items.map(({ text }) => text)
  await expect.poll(arrived, { timeout: 120_000 }).toHaveLength(texts.length)
  const found = await arrived()
  expect(found[0] === texts[0] ? found : found.toReversed()).toEqual(texts)
}

/** Returns the padding above the header with a status bar of 31 pixels, in the app and as if the page were in a browser. */
const headerPaddings = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const root = document.documentElement
    root.style.setProperty('--safe-area-inset-top', '31px')
    const app = getComputedStyle(header).paddingTop
    const { native } = root.dataset
    delete root.dataset.native
    const browser = getComputedStyle(header).paddingTop
    root.dataset.native = native
    root.style.removeProperty('--safe-area-inset-top')
    return { app, browser }
  })

test(
  'the app joins a practice, signs in, and sends 20 messages written offline once and in order [8.10]',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const device = await openNativeDevice(browser, product, ['notifications', 'camera'])
    await button(device.page, 'native:join.scan').click()
    await joinPractice(device.page)
    await signIn(device, browser, product, ana)
    await device.page.waitForURL('**/dashboard/client')
    await test.step('the header begins below the status bar, which a browser does not have [2.25]', async () => {
      expect(await headerPaddings(device.page)).toEqual({ app: '31px', browser: '0px' })
    })

    const stored = await device.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    const token = [...device.secrets].find(([key]) => key.endsWith('login'))?.[1] ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(stored).not.toContain(token)

    await device.page.getByText(uiText('dashboard:between.one', { name: 'Nora' })).waitFor()
    const texts = await writeOffline(device, ana.clientId)
    // An update starts the app again while the messages wait.
    await device.restart()
    await device.page.waitForURL('**/dashboard/client')
    const [savedAt = ''] = uiText('native:savedAt', { when: '|' }).split('|')
    await device.page.getByText(savedAt).waitFor()
    expect([...device.files.keys()].filter((path) => path.startsWith('outgoing/'))).toHaveLength(texts.length)
    expect([...device.files.values()].join()).not.toContain('Offline')
    // The system erases the secure storage and the data of the web view, so the app knows neither practice nor login.
    device.secrets.clear()
    await device.restart()
    await button(device.page, 'native:join.check').waitFor()
    await device.clearWebView()
    await device.setOnline(true)
    await joinPractice(device.page)
    await signIn(device, browser, product, ana)
    await expectInOrder(ana, texts)
    expect([...device.files.keys()]).toEqual([])
    const asked = device.calls.filter(({ plugin }) => plugin === 'LocalNotifications').map(({ method }) => method)
    // The app asks for permission only after a click in the settings.
    expect(asked).not.toContain('requestPermissions')
    expect(asked).not.toContain('schedule')
    expect(device.errors).toEqual([])
    await device.context.close()
  },
)

test(
  '20 messages written offline arrive once and in order, though the app ends 50 times',
  { tag: '@deep' },
  async ({ browser }) => {
    const ben = await practice.newClient('Ben', 'Okafor')
    const device = await openNativeDevice(browser, product)
    await joinPractice(device.page)
    await signIn(device, browser, product, ben)
    await device.page.waitForURL('**/dashboard/client')
    const texts = await writeOffline(device, ben.clientId)
    await device.setOnline(true)
    for (let kill = 0; kill < 50; kill++) {
      await sleep(Math.random() * 400)
      await device.restart()
    }
    await expectInOrder(ben, texts)
    await device.context.close()
  },
)
