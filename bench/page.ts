import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/setup/chromium.mjs'
import { headersOf, openPractice, type Practice } from './practice.ts'
import { startProduct } from './product.ts'

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

/** A practice that `fill` adds to, served by the product, for as long as `visits` go on in a browser. */
export async function withPages<T>(
  fill: (url: string) => Promise<void>,
  visits: (browser: Browser, practice: Practice, address: string) => Promise<T>,
): Promise<T> {
  const practice = await openPractice(8_000, 1_000)
  const browser = await launch()
  try {
    await fill(practice.url)
    const server = await startProduct({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
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

/** Somebody's browser with an empty cache, signed in. */
export async function arrive(
  browser: Browser,
  practice: Practice,
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

/** Milliseconds of script since the page began, styles and layout apart. The session has asked for them by `Performance.enable`. */
export async function scriptOf(machine: CDPSession): Promise<number> {
  const { metrics } = await machine.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/** From a key's press to the frame that shows it. */
export async function stroke(page: Page, key: string): Promise<number> {
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
  // The listener stands before the key is pressed: calls to one page are answered in their order.
  await page.evaluate(() => null)
  await page.keyboard.press(key)
  return painted
}
