import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/setup/chromium.mjs'
import { headersOf, createBenchPractice, type BenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

/** Starts the server on a practice, after `fill` has inserted its data, and runs `visits` with a browser. */
export async function withPages<T>(
  fill: (url: string) => Promise<void>,
  visits: (browser: Browser, practice: BenchPractice, address: string) => Promise<T>,
): Promise<T> {
  const practice = await createBenchPractice(8_000, 1_000)
  const browser = await launch()
  try {
    await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      return await visits(browser, practice, server.address)
    } finally {
      await server.stop()
    }
  } finally {
    await browser.close()
    await practice.close()
  }
}

/** Opens a page of a signed-in person in a browser with an empty cache. */
export async function openDashboard(
  browser: Browser,
  practice: BenchPractice,
  address: string,
  person: number,
  who: 'therapist' | 'client' = 'therapist',
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { cookie } = headersOf(practice, address, who, person)
  const [name = '', value = ''] = cookie.split('=', 2)
  await context.addCookies([{ name, value: cookie.slice(name.length + 1) || value, url: address, httpOnly: true }])
  return { context, page: await context.newPage() }
}

/**
 * Returns the script time since the page was opened, in milliseconds, without styles and layout. Requires that
 * `Performance.enable` was sent before.
 */
export async function scriptOf(machine: CDPSession): Promise<number> {
  const { metrics } = await machine.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/** Returns the time from a key press to the frame that shows its result, in milliseconds. */
export async function measureKeystroke(page: Page, key: string): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begin = () => {
          const begun = performance.now()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
        }
        addEventListener('keydown', begin, { once: true, capture: true })
      }),
  )
  // Waits until the listener is registered. A page executes its calls in order, so the listener exists when this call
  // returns.
  await page.evaluate(() => null)
  await page.keyboard.press(key)
  return painted
}
