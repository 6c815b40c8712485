import type { Browser, CDPSession, Page } from '@playwright/test'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { median } from './load.ts'
import { openDashboard, scriptOf, measureKeystroke, withPages } from './page.ts'
import { ids, type BenchPractice } from './practice.ts'

const things = 500
/** The number that identifies a therapist without sessions in the common data. */
const owner = 9
const rounds = 7

/**
 * Medians in milliseconds, except the count `things`. `script` is the script time. `shown`, `key` and `moved` are the
 * times until the frame that shows the result.
 */
export type CalendarFigures = {
  things: number
  toMonth: { script: number; shown: number }
  toWeek: { script: number; shown: number }
  key: number
  moved: number
}

/** Measures switching views and moving an item by keyboard in a month with 250 sessions and 250 busy times. */
export const measureCalendar = (): Promise<CalendarFigures> =>
  withPages(fill, async (browser, practice, address) => {
    await visit(browser, practice, address)
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, practice, address))
    const of = (pick: (one: (typeof visits)[number]) => number) => median(visits.map(pick))
    const both = (pick: (one: (typeof visits)[number]) => { script: number; shown: number }) => ({
      script: of((one) => pick(one).script),
      shown: of((one) => pick(one).shown),
    })
    return {
      things,
      toMonth: both((one) => one.toMonth),
      toWeek: both((one) => one.toWeek),
      key: of((one) => one.key),
      moved: of((one) => one.moved),
    }
  })

async function visit(browser: Browser, practice: BenchPractice, address: string) {
  const { context, page } = await openDashboard(browser, practice, address, owner)
  try {
    const machine = await context.newCDPSession(page)
    await machine.send('Performance.enable')
    await page.goto(`${address}/dashboard/therapist/calendar?view=month`)
    await page.locator('[data-item]').nth(50).waitFor()
    await page.waitForLoadState('networkidle')
    // Renders both views once before measuring, so that loading their code is not measured.
    await switchTo(page, machine, 'Week')
    await switchTo(page, machine, 'Month')
    const toWeek = await switchTo(page, machine, 'Week')
    const grid = page.getByRole('application')
    await grid.focus()
    for (let tries = 0; tries < 48; tries++) {
      await page.keyboard.press('ArrowDown')
      if (/\d to \d/.test((await page.locator('[aria-live=assertive]').textContent()) ?? '')) break
    }
    const key = await measureKeystroke(page, 'ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('m')
    const moved = await measureKeystroke(page, 'ArrowDown')
    await page.keyboard.press('Escape')
    const toMonth = await switchTo(page, machine, 'Month')
    return { toWeek, toMonth, key, moved }
  } finally {
    await context.close()
  }
}

/**
 * Returns the time from the click on a view until the frame that shows the view, and the script time in between,
 * without styles and layout.
 */
async function switchTo(page: Page, machine: CDPSession, name: 'Week' | 'Month') {
  const radio = page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true })
  const before = await scriptOf(machine)
  const shown = page.evaluate(
    (view) =>
      new Promise<number>((resolve) => {
        const begin = () => {
          const begun = performance.now()
          const look = () =>
            document.querySelector(`[data-view=${view}] [data-item]`)
              ? setTimeout(() => resolve(performance.now() - begun))
              : requestAnimationFrame(look)
          requestAnimationFrame(look)
        }
        addEventListener('click', begin, { once: true, capture: true })
      }),
    name.toLowerCase(),
  )
  await page.evaluate(() => null)
  await radio.click()
  const took = await shown
  await page.waitForLoadState('networkidle')
  return { script: (await scriptOf(machine)) - before, shown: took }
}

/** Inserts 250 sessions of 50 minutes and 250 busy times of 30 minutes in the working hours of this month. */
async function fill(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  const id = (kind: string) => `('00000000-0000-4000-8000-${kind}' || lpad(n::text, 11, '0'))::uuid`
  const therapist = ids.therapist(owner)
  const at = (half: string) =>
    `date_trunc('month', now()) + (n % 28) * interval '1 day' + (6 + n / 28) * interval '1 hour'${half}`
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.client (id, therapist_id, first_name, last_name, email, status)
         select ${id('5')}, $1, 'Person' || n, 'Listed' || n, 'person' || n || '@example.org', 'active' from generate_series(0, ${things / 2 - 1}) n`,
        [therapist],
      )
      await db.query(
        `insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
         select ${id('6')}, $1, ${at('')}, ${at('')} + interval '50 minutes', 'video', 'confirmed' from generate_series(0, ${things / 2 - 1}) n`,
        [therapist],
      )
      await db.query(
        `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
         select $1, ${id('6')}, ${id('5')}, ${at('')}, 'accepted' from generate_series(0, ${things / 2 - 1}) n`,
        [therapist],
      )
      await db.query(
        `insert into app.event (id, therapist_id, title, starts_at, ends_at)
         select ${id('7')}, $1, 'Block ' || n, ${at(" + interval '25 minutes'")}, ${at(" + interval '55 minutes'")} from generate_series(0, ${things / 2 - 1}) n`,
        [therapist],
      )
    })
    await db.query('set role attune_owner')
    for (const table of ['client', 'session', 'session_client', 'event']) await db.query(`vacuum analyze app.${table}`)
  } finally {
    await db.end()
  }
}
