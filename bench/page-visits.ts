import type { Page } from '@playwright/test'
import type { VisitedPage } from './first-pages.ts'

/**
 * Runs in the page: stores the time of the frame that shows the first element of `selector`, the longest task until then, and the first moment
 * afterwards when the page is idle, so that it reacts to a tap at once.
 */
export function watchContent(selector: string): void {
  const seen = Object.assign(window, { contentAt: 0, idleAt: 0, longestTask: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (!seen.contentAt) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('first content')
        seen.contentAt = performance.now()
        requestIdleCallback(() => (seen.idleAt = performance.now()))
      }),
    )
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Goes to the home page by a link, and back by a link or, if the home page has no link to the page, by the browser's history. Returns the time from
 * the step back until the frame that shows the content. Calls `left` while the home page is shown.
 */
export async function clickAgain(
  page: Page,
  { as, path, content }: VisitedPage,
  left = async () => {},
): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.locator(`a[href="/dashboard/${as}"]`).first().click()
  await page.locator(content).first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await left()
  // The home page may contain no link to the page of a single record. The bench then goes back in the browser's history, as the button 'back' does.
  const link = page.locator(`a[href="${path}"]`).first()
  const goesByLink = (await link.count()) > 0
  const shown = page.evaluate(
    ([selector, event]) =>
      new Promise<number>((resolve) => {
        addEventListener(
          event as string,
          () => {
            const begun = performance.mark('click').startTime
            const end = () => resolve(performance.mark('content again').startTime - begun)
            const look = () =>
              document.querySelector(selector as string) ? setTimeout(end) : requestAnimationFrame(look)
            look()
          },
          { once: true, capture: true },
        )
      }),
    [content, goesByLink ? 'click' : 'popstate'],
  )
  // The listener exists when this call returns, because a page executes its calls in order.
  await page.evaluate(() => null)
  await (goesByLink ? link.click() : page.goBack({ waitUntil: 'commit' }))
  return shown
}
