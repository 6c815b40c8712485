import { expect, type Page } from '@playwright/test'

/** The most that the parts of a page may move while it loads: the sum of its layout shifts. */
const most = 0.02

type Shift = { by: number; moved: string[] }

/**
 * Records the layout shifts of the pages that `page` opens next, without those that follow an input. Multiplies the page's timeouts of three seconds
 * and more by 100, so that no timeout ends early on a busy machine, and the test notices a part that appears only because of a timeout.
 */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const { shifts } = Object.assign(window, { shifts: [] as Shift[] })
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} '${node?.textContent?.slice(0, 60)}' from ${place(previousRect)} to ${place(currentRect)}`,
        )
        if (!hadRecentInput) shifts.push({ by: value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const later = window.setTimeout
    const patient = (act: () => void, milliseconds = 0) =>
      later(act, milliseconds < 3000 ? milliseconds : milliseconds * 100)
    window.setTimeout = patient as typeof setTimeout
  })

/** Returns the layout shifts of the open page. The page must have been opened after `recordLayoutShifts`. */
const layoutShiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

/** Checks softly that the layout shifts of the open page add up to `most` or less. `name` describes the page and its size in the failure message. */
export async function expectStill(page: Page, name: string) {
  const shifts = await layoutShiftsOf(page)
  const sum = shifts.reduce((all, { by }) => all + by, 0)
  expect.soft(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
}

/**
 * Lets the server answer the calls of the page one after another, each after the page has rendered the previous answer, so that skeletons and parts
 * appear one by one, as on a slow connection. Returns a function that opens an address and waits until the page is complete.
 */
export async function openInSteps(page: Page) {
  let answers: Promise<unknown> = Promise.resolve()
  let waiting = 0
  await page.route('**/api/**', (route) => {
    waiting += 1
    answers = answers.then(async () => {
      await route.continue().catch(() => {})
      await route.request().response()
      await drawn(page)
      waiting -= 1
    })
  })
  return async (address: string) => {
    await page.goto(address)
    await expect(page.locator('#root main h1').first()).toBeAttached()
    let quiet = 0
    const rest = async () => {
      quiet = waiting > 0 || (await isLoading(page)) ? 0 : quiet + 1
      return quiet
    }
    await expect.poll(rest, { message: address, intervals: [50] }).toBeGreaterThan(4)
  }
}

/** Waits until the page has rendered. A page that was left meanwhile renders nothing more. */
const drawn = (page: Page) =>
  page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    .catch(() => {})

/** Waits until the page is idle. Returns whether a skeleton is in view. */
const isLoading = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))
    const skeletons = document.querySelectorAll('[data-mantine-color-scheme] .mantine-Skeleton-root, #frame')
    return Array.from(skeletons, (skeleton) => skeleton.getBoundingClientRect()).some(
      ({ height, top, bottom }) => height > 0 && bottom > 0 && top < innerHeight,
    )
  })
