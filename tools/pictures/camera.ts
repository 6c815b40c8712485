import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { TestBrowser } from '../../apps/server/src/testing/browser.ts'
import { findChromium } from '../setup/chromium.mjs'
import { readTexts } from '../demo/texts.ts'

export const pictureScale = 2

/** The size and the color scheme of a picture. `prepare` runs on the page before the picture is taken. */
export type Shot = { phone?: boolean; dark?: boolean; prepare?: (page: Page) => Promise<void> }

/** The sizes in CSS pixels. The pictures are twice as wide and high, so that they are sharp on the screens of today. */
export const pictureSizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/**
 * Opens a browser that takes pictures of the product at `address`. The clock of its pages always shows the time `now`.
 */
export async function openCamera(address: string, now: Date) {
  const browser = await chromium.launch({
    executablePath: findChromium({ headlessShell: true }),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  return {
    /**
     * Opens the page for a signed-in person, or for a visitor if `person` is null. Returns a PNG with up to 256 colors.
     */
    async take(shot: Shot, person: TestBrowser | null, path: string): Promise<Buffer> {
      const context = await openContext(browser, address, shot, person)
      try {
        const page = await context.newPage()
        await page.clock.setFixedTime(now)
        await page.goto(path)
        await waitUntilStill(page)
        await shot.prepare?.(page)
        await waitUntilStill(page)
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
        return await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

async function openContext(browser: Browser, address: string, shot: Shot, person: TestBrowser | null) {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-GB',
    timezoneId: readTexts('en').practice.zone,
    viewport: shot.phone ? pictureSizes.phone : pictureSizes.desktop,
    deviceScaleFactor: pictureScale,
    hasTouch: shot.phone ?? false,
    colorScheme: shot.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const cookies = [...(person?.cookieJar ?? [])].map(([name, value]) => ({ name, value, url: address, httpOnly: true }))
  await context.addCookies(cookies)
  return context
}

/**
 * Waits until nothing is loading: no request, no skeleton in view, no font. Skeletons outside of the picture are
 * ignored, because their parts load only when they are scrolled into view.
 */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main, form').first().waitFor()
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('.mantine-Skeleton-root'), (skeleton) =>
      skeleton.getBoundingClientRect(),
    ).every(({ top, bottom }) => bottom < 0 || top > innerHeight),
  )
  await page.evaluate(() => document.fonts.ready.then(() => true))
}
