import type { Browser, Page } from '@playwright/test'
import { median } from './load.ts'
import { fillMessages, longestConversation, messagesOwner } from './messages.ts'
import { openDashboard, scriptOf, withPages } from './page.ts'
import { ids, type BenchPractice } from './practice.ts'

const rounds = 7

/**
 * Medians of a therapist's browser, in milliseconds: the script time of opening a conversation, and the script time and the longest frame of adding
 * 50 older messages. `moved` is the largest distance in pixels by which the message being read left its position in any frame.
 */
export type MessagePageFigures = { open: number; older: number; frame: number; moved: number }

/** Measures a conversation of 20,000 messages in the browser: opening it, and scrolling to older messages. */
export const measureMessagePage = (): Promise<MessagePageFigures> =>
  withPages(fillMessages, async (browser, practice, address) => {
    await visit(browser, practice, address)
    const visits: MessagePageFigures[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, practice, address))
    const of = (name: keyof MessagePageFigures) => visits.map((one) => one[name])
    return {
      open: median(of('open')),
      older: median(of('older')),
      frame: median(of('frame')),
      moved: Math.max(...of('moved')),
    }
  })

async function visit(browser: Browser, practice: BenchPractice, address: string): Promise<MessagePageFigures> {
  const { context, page } = await openDashboard(browser, practice, address, messagesOwner)
  try {
    const machine = await context.newCDPSession(page)
    await machine.send('Performance.enable')
    const rows = page.locator('a[href*="conversation="]')
    const shown = page.locator('[data-seq]')
    // Opens another conversation first, so that loading the code of the page is not measured.
    await page.goto(`${address}/dashboard/therapist/messages?conversation=${ids.record(messagesOwner + 200)}`)
    await shown.nth(49).waitFor()
    await rows.nth(40).waitFor()
    await page.waitForLoadState('networkidle')
    const link = page.locator(`a[href*="${ids.record(messagesOwner)}"]`)
    while ((await link.count()) === 0) {
      await rows.last().scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
    }
    const before = await scriptOf(machine)
    await link.click()
    await page.locator(`[data-seq="${longestConversation}"]`).waitFor()
    await page.waitForLoadState('networkidle')
    const open = (await scriptOf(machine)) - before
    return { open, ...(await loadOlder(page, () => scriptOf(machine))) }
  } finally {
    await context.close()
  }
}

/**
 * Scrolls up until older messages are requested, delays the response until the list stops moving, and watches the frames in which the messages are
 * added.
 */
async function loadOlder(page: Page, script: () => Promise<number>): Promise<Omit<MessagePageFigures, 'open'>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/message/messages', async (route) => {
    await held
    await route.continue()
  })
  const first = page.locator('[data-seq]').first()
  await first.scrollIntoViewIfNeeded()
  await scrollRests(page)
  const begun = await script()
  const watched = page.evaluate(
    () =>
      new Promise<{ frame: number; moved: number }>((resolve) => {
        const items = () => [...document.querySelectorAll<HTMLElement>('[data-seq]')]
        const count = items().length
        const read = items().find((item) => item.getBoundingClientRect().bottom > 0) as HTMLElement
        const top = read.getBoundingClientRect().top
        let [moved, frame, after] = [0, 0, 0]
        let last = performance.now()
        const watch = () => {
          const now = performance.now()
          moved = Math.max(moved, Math.abs(read.getBoundingClientRect().top - top))
          if (items().length > count) after++
          frame = Math.max(frame, now - last)
          last = now
          if (after > 10) resolve({ frame, moved })
          else requestAnimationFrame(watch)
        }
        requestAnimationFrame(watch)
      }),
  )
  release()
  const { frame, moved } = await watched
  await page.unrouteAll({ behavior: 'wait' })
  return { older: (await script()) - begun, frame, moved }
}

/** Waits until the first item of the list has not moved for ten frames. */
const scrollRests = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const top = () => document.querySelector('[data-seq]')?.getBoundingClientRect().top
        let [before, still] = [top(), 0]
        const look = () => {
          const now = top()
          still = now === before ? still + 1 : 0
          before = now
          if (still === 10) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
