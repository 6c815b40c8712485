import type { BrowserContext, Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { uiText } from './ui-text.ts'
import { waitUntilDrawn } from './views.ts'

/** A browser in which a person writes messages without a connection. The browser stores its data until its context is closed. */
export type OfflineDevice = { context: BrowserContext; page: Page; path: string; texts: string[] }

const offlineScripts = new WeakMap<BrowserContext, { dispose: () => Promise<void> }>()

/** Disconnects a browser, for its open pages and for pages that load later. */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  // Chromium 150 reports 'online' to a page that is loaded offline, until the connection changes.
  const script = () => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
  offlineScripts.set(context, await context.addInitScript(script))
}

/** Reconnects a browser after `goOffline`. */
export async function goOnline(context: BrowserContext): Promise<void> {
  await offlineScripts.get(context)?.dispose()
  await context.setOffline(false)
  for (const page of context.pages())
    await page
      .evaluate(() => {
        Reflect.deleteProperty(navigator, 'onLine')
        dispatchEvent(new Event('online'))
      })
      // The call fails if the page is reloading because the connection has returned. A reloaded page has no such property.
      .catch(() => {})
}

/** Opens a conversation, disconnects the browser, and writes messages, which then wait on the device. */
export async function writeOffline(context: BrowserContext, path: string, texts: string[]): Promise<OfflineDevice> {
  const page = await context.newPage()
  await page.goto(path)
  const field = page.locator('textarea:not([aria-hidden])')
  await field.waitFor()
  await waitUntilDrawn(page)
  await context.setOffline(true)
  for (const text of texts) {
    await field.fill(text)
    await page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
  }
  await page.getByText(texts.at(-1) ?? '', { exact: true }).waitFor()
  return { context, page, path, texts }
}

/**
 * Reconnects the device and kills its page while it sends: `kills` times, each at a random moment within `within` milliseconds. Then the page is
 * opened again. The last page sends the remaining messages. Like a person, it reloads a page that stays empty because the server was killed while
 * the page loaded.
 */
export async function sendThroughKills(device: OfflineDevice, kills: number, within: number): Promise<void> {
  await device.context.setOffline(false)
  for (let kill = 0; kill < kills; kill++) {
    await sleep(Math.random() * within)
    await device.page.close({ runBeforeUnload: false })
    device.page = await device.context.newPage()
    while (!(await opens(device))) await sleep(500)
  }
  while (!(await showsField(device))) await opens(device)
}

const opens = ({ page, path }: OfflineDevice) =>
  page.goto(path, { waitUntil: 'commit' }).then(
    () => true,
    () => false,
  )

const showsField = ({ page }: OfflineDevice) =>
  page
    .locator('textarea:not([aria-hidden])')
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    )

/**
 * Compares the texts of a conversation with those that devices wrote. Returns the number of missing texts, of duplicate texts, and of devices whose
 * texts have a different order.
 */
export function arrivalsOf(arrived: string[], devices: Pick<OfflineDevice, 'texts'>[]) {
  const sum = { missing: 0, doubled: 0, disordered: 0 }
  for (const { texts } of devices) {
    const own = arrived.filter((text) => texts.includes(text))
    sum.missing += texts.filter((text) => !own.includes(text)).length
    sum.doubled += own.length - new Set(own).size
    if (String(own) !== String(texts.filter((text) => own.includes(text)))) sum.disordered++
  }
  return sum
}
