import type { Browser } from '@playwright/test'
import { fillJournal, owner } from './journal.ts'
import { median } from './load.ts'
import { openDashboard, scriptOf, measureKeystroke, withPages } from './page.ts'
import type { BenchPractice } from './practice.ts'

const rounds = 7
const inList = 'a[href*="entry="]'

/**
 * Medians in milliseconds: `list` and `search` are script times; `key` is the time from a key press until the frame that shows the letter.
 */
export type JournalPageFigures = { list: number; search: number; key: number }

/** Measures a journal of 3,000 entries in the author's browser: rendering the list and searching for a word. */
export const measureJournalPage = (): Promise<JournalPageFigures> =>
  withPages(fillJournal, async (browser, practice, address) => {
    await visit(browser, practice, address)
    const visits: JournalPageFigures[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, practice, address))
    const of = (name: keyof JournalPageFigures) => median(visits.map((one) => one[name]))
    return { list: of('list'), search: of('search'), key: of('key') }
  })

async function visit(browser: Browser, practice: BenchPractice, address: string): Promise<JournalPageFigures> {
  const { context, page } = await openDashboard(browser, practice, address, owner, 'client')
  try {
    const machine = await context.newCDPSession(page)
    await machine.send('Performance.enable')
    await page.goto(`${address}/dashboard/client/journal`)
    await page.locator(inList).nth(40).waitFor()
    await page.waitForLoadState('networkidle')
    // The first visit has loaded the code of the page, so only rendering the list is measured.
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.locator(inList).nth(40).waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const before = await scriptOf(machine)
    await page.getByRole('link', { name: 'Journal' }).first().click()
    await page.locator(inList).nth(40).waitFor()
    await page.waitForLoadState('networkidle')
    const list = (await scriptOf(machine)) - before
    await page.getByRole('searchbox').focus()
    const key = await measureKeystroke(page, 'w')
    const searched = await scriptOf(machine)
    await page.keyboard.insertText('ord1999')
    await page.locator(inList).nth(1).waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    return { list, search: (await scriptOf(machine)) - searched, key }
  } finally {
    await context.close()
  }
}
