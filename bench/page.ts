import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/setup/chromium.mjs'
import { headersOf, type Practice } from './practice.ts'

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

/** A therapist's browser with an empty cache, signed in. */
export async function arrive(browser: Browser, practice: Practice, address: string, therapist: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { cookie } = headersOf(practice, address, 'therapist', therapist)
  const [name = '', value = ''] = cookie.split('=', 2)
  await context.addCookies([{ name, value: cookie.slice(name.length + 1) || value, url: address, httpOnly: true }])
  return { context, page: await context.newPage() }
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
