import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/setup/chromium.mjs'
import { median } from './load.ts'
import { headersOf, createBenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * The median times of a page in milliseconds after navigation, with the CPU throttled to a quarter of its speed. `frame` is the first contentful
 * paint; `content` is the time at which the main content of the page is rendered.
 */
export type SecondVisitFigures = { name: string; frame: number; content: number }

const pages = [
  { name: 'client’s dashboard', path: '/dashboard/client', as: 'client', content: '#root main time' },
  { name: 'therapist’s dashboard', path: '/dashboard/therapist', as: 'therapist', content: '#root main section' },
] as const

/** Measures visits that the service worker answers, in a browser that has seen the page before. */
export async function measureSecondVisits(visits: number): Promise<SecondVisitFigures[]> {
  const practice = await createBenchPractice(10_000, 200)
  const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const figures: SecondVisitFigures[] = []
    for (const page of pages) {
      const { cookie } = headersOf(practice, server.address, page.as, 0)
      figures.push({ name: page.name, ...(await measureVisits(browser, server.address, cookie, page, visits)) })
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
    await practice.close()
  }
}

async function measureVisits(
  browser: Browser,
  address: string,
  cookie: string,
  { path, content }: (typeof pages)[number],
  visits: number,
) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Berlin' })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }])
  const first = await context.newPage()
  await first.goto(address + path)
  await first.locator(content).first().waitFor()
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // The browser's second visit is the first that the service worker answers. It fills the caches.
  await first.reload()
  await first.locator(content).first().waitFor()
  await first.close()
  const seen: { frame: number; content: number }[] = []
  for (let turn = 0; turn < visits; turn++) {
    const page = await context.newPage()
    seen.push(await measureVisit(page, address + path, content))
    await page.close()
  }
  await context.close()
  return { frame: median(seen.map(({ frame }) => frame)), content: median(seen.map((visit) => visit.content)) }
}

async function measureVisit(page: Page, address: string, content: string) {
  const machine = await page.context().newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript((selector) => {
    const seen = Object.assign(window, { contentAt: 0 })
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => (seen.contentAt = performance.now())))
    }).observe(document, { childList: true, subtree: true })
  }, content)
  await page.goto(address)
  await page.waitForFunction(() => (window as unknown as { contentAt: number }).contentAt > 0)
  return page.evaluate(() => ({
    frame: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    content: (window as unknown as { contentAt: number }).contentAt,
  }))
}
