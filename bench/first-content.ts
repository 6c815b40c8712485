import type { Browser } from '@playwright/test'
import { fillFirstPages, firstPages, isHome, type VisitedPage } from './first-pages.ts'
import { median } from './load.ts'
import { openDashboard, withPages } from './page.ts'
import { clickAgain, watchContent } from './page-visits.ts'
import type { BenchPractice } from './practice.ts'

/** The factor by which the processor is slowed down, as Lighthouse does for a phone. */
const slowdown = 4
const rounds = 5

/**
 * Medians in milliseconds with a slow processor, until the frame that shows the first content of a page. `cold` is a visit with an empty cache;
 * `warm` is the time from the click on a link inside the app, on a page that was seen before. A home page has no `warm`, because the app opens with
 * it. `longestTask` is the longest time in a cold visit for which the page could not react. `paint` is the first paint of a cold visit, `text` the
 * first paint with text, and `use` the first moment after the content when the page is idle.
 */
export type FirstContentFigures = {
  name: string
  paint: number
  text: number
  use: number
  cold: number
  warm: number | null
  longestTask: number
  goals: { cold: number; warm: number }
}

/** Measures the first content of the pages that a therapist and a client open most often. */
export const measureFirstContent = (say: (line: string) => void): Promise<FirstContentFigures[]> =>
  withPages(fillFirstPages, async (browser, practice, address) => {
    const figures: FirstContentFigures[] = []
    for (const page of firstPages) {
      figures.push(await measureContentOf(browser, practice, address, page))
      say(JSON.stringify(figures.at(-1)))
    }
    return figures
  })

/** Measures the first content of a page with a slow processor: the medians of five visits. */
export async function measureContentOf(
  browser: Browser,
  practice: BenchPractice,
  address: string,
  page: VisitedPage,
): Promise<FirstContentFigures> {
  // The first visit is not counted, because it loads the server's modules and the database's pages into memory.
  await visit(browser, practice, address, page)
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, practice, address, page))
  const warm = visits.flatMap((one) => (one.warm === null ? [] : [one.warm]))
  return {
    name: page.name,
    paint: median(visits.map((one) => one.paint)),
    text: median(visits.map((one) => one.text)),
    use: median(visits.map((one) => one.use)),
    cold: median(visits.map((one) => one.cold)),
    warm: warm.length ? median(warm) : null,
    longestTask: median(visits.map((one) => one.longestTask)),
    goals: page.goals,
  }
}

async function visit(browser: Browser, practice: BenchPractice, address: string, bench: VisitedPage) {
  const { as, person, path, content } = bench
  const { context, page } = await openDashboard(browser, practice, address, person, as)
  try {
    const machine = await context.newCDPSession(page)
    await machine.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchContent, content)
    await page.goto(address + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => Number((window as unknown as { idleAt: number }).idleAt) > 0)
    const seen = await page.evaluate(() => {
      const seen = window as unknown as Record<'contentAt' | 'idleAt' | 'longestTask', number>
      const paintedAt = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0
      const paint = paintedAt('first-paint')
      return {
        paint,
        text: paintedAt('first-contentful-paint'),
        cold: seen.contentAt,
        use: seen.idleAt,
        longestTask: seen.longestTask,
      }
    })
    const warm = isHome(bench) ? null : await clickAgain(page, bench)
    return { ...seen, warm }
  } finally {
    await context.close()
  }
}
