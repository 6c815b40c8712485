import { expect, type Page } from '@playwright/test'

/**
 * Counts the clicks in a page, starting with the next document that it loads. Returns a function that does a job and fails if the job takes more
 * clicks than `most`. A click on a label, which also clicks its field, counts once; keys do not count.
 */
export async function countClicks(page: Page) {
  let clicks = 0
  await page.exposeFunction('attuneCountClick', () => void clicks++)
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { attuneCountClick: () => void }
    addEventListener('pointerdown', () => counted.attuneCountClick(), { capture: true })
  })
  return async (most: number, job: () => Promise<unknown>) => {
    clicks = 0
    await job()
    expect(clicks, 'the job takes clicks').toBeGreaterThan(0)
    expect(clicks, 'the job takes too many clicks').toBeLessThanOrEqual(most)
  }
}
