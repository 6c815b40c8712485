import { expect, type Locator, type Page, test } from '@playwright/test'
import { runs } from '../packages/contract/src/common/runs.testing.ts'
import { runAxe, type AxeRules, horizontalOverflow } from './axe.ts'
import type { Visitor } from './visitor.ts'

export const desktopViewport = { width: 1280, height: 800 }
export const phoneViewport = { width: 390, height: 844 }
/** The size of the page on the desktop at 200 % zoom. */
const zoomed = { width: 640, height: 400 }
const softly = expect.configure({ soft: true })
type View = readonly [size: typeof desktopViewport, scheme: 'light' | 'dark', rules?: AxeRules]
/** Every layout in both color schemes. In one scheme all axe rules run, in the other only the rules about colors. */
export const allViews = [
  [desktopViewport, 'light'],
  [desktopViewport, 'dark', 'colours'],
  [phoneViewport, 'dark', 'colours'],
  [phoneViewport, 'light'],
] as const satisfies View[]
/** Two views, for a variant of a page if other variants are checked in all views. */
export const twoViews = [
  [desktopViewport, 'light'],
  [phoneViewport, 'dark'],
] as const satisfies View[]
/** One view, for pages that differ only by language: long words are a problem on narrow screens. */
export const phoneView = [[phoneViewport, 'light']] as const satisfies View[]

/** Turns animations off and records console errors as errors of the visitor, except those that match `expects`. */
export async function setView(visitor: Visitor, expects = /^$/): Promise<Visitor> {
  await visitor.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  visitor.page.on('console', (message) => {
    if (message.type() === 'error' && !expects.test(message.text())) visitor.errors.push(message.text())
  })
  return visitor
}

/**
 * Checks that a page has no axe violations in the given views, and that it never scrolls horizontally, also at 200 %
 * zoom. `npm test` runs axe in the first view only, `npm run test:deep` in every view.
 */
export async function expectAccessibleInViews(
  page: Page,
  name: string,
  there: Locator,
  views: readonly View[] = twoViews,
  within = 'body',
) {
  await test.step(name, async () => {
    await expect(there).toBeVisible()
    await waitUntilDrawn(page)
    for (const [size, scheme, rules] of views.slice(0, runs(1, views.length))) {
      await page.setViewportSize(size)
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
      await expect(there).toBeVisible()
      await expectAxeFindsNothing(page, `${name}, ${size.width} px, ${scheme}`, within, rules)
    }
    await expectNoOverflow(page, name)
  })
}

/**
 * Checks that axe finds no violations, and that the page is not wider than the screen. A new size or color scheme may take a moment to render. Axe
 * also reports a control as too small if a sticky part of the page covers it in part, so every second attempt is further down the page.
 */
export async function expectAxeFindsNothing(page: Page, name: string, within?: string, rules?: AxeRules) {
  let attempt = 0
  const run = async () => {
    await scrollDown(page, attempt % 2 === 0 ? 0 : buttonHeight * Math.ceil(attempt / 2))
    attempt += 1
    return runAxe(page, within, rules)
  }
  await softly.poll(run, { message: name, timeout: 20_000 }).toEqual({ found: [], beyond: 0 })
}

const buttonHeight = 64

/** Scrolls the page, and for a height above 0 also everything in it that scrolls, to this height in pixels. */
const scrollDown = (page: Page, height: number) =>
  page.evaluate((to) => {
    scrollTo(0, to)
    if (to > 0) for (const element of document.body.querySelectorAll('*')) element.scrollTop = to
  }, height)

/**
 * Waits until the app has taken the place of the document's frame and no skeleton is shown. Scrolls to the skeletons, because some parts are rendered
 * only when they are visible.
 */
export async function waitUntilDrawn(page: Page) {
  const waiting = page.locator('[data-mantine-color-scheme] .mantine-Skeleton-root, #frame')
  await expect(async () => {
    await waiting.evaluateAll(([first]) => first?.scrollIntoView())
    await expect(waiting).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.evaluate(() => scrollTo(0, 0))
}

/** Checks that a page does not scroll horizontally. */
export async function expectNoOverflow(
  page: Page,
  name: string,
  sizes: readonly (typeof zoomed)[] = [phoneViewport, zoomed],
) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    // The layout of the new size may take a moment to render.
    await softly.poll(() => horizontalOverflow(page), `${name}, ${size.width} px: wider than the screen`).toBe(0)
  }
}

export const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', name ? { level: 1, name } : { level: 1 })
