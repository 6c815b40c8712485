import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { median } from './load.ts'
import { openDashboard, measureKeystroke, withPages } from './page.ts'
import { ids, type BenchPractice } from './practice.ts'

const people = 2_000
/** The number that identifies a therapist without sessions in the common data. */
const owner = 9
const rounds = 7

/**
 * `clients`, `rows` and `asked` (the number of requests for the list) are counts. The other figures are medians in
 * milliseconds.
 */
export type ClientListFigures = {
  clients: number
  rows: number
  firstScreen: number
  keystroke: number
  found: number
  asked: number
  bare: number
}

/** Measures a list of 2,000 clients in a browser with an empty cache: the time until it is shown, and the search for a name. */
export const measureClientList = (): Promise<ClientListFigures> =>
  withPages(fill, async (browser, practice, address) => {
    // The first visit is not counted, because it loads the server's modules and the database's pages into memory.
    await visit(browser, practice, address)
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    const bares: number[] = []
    for (let round = 0; round < rounds; round++) {
      visits.push(await visit(browser, practice, address))
      bares.push(await barePage(browser))
    }
    const of = (pick: (one: (typeof visits)[number]) => number) => median(visits.map(pick))
    return {
      clients: people,
      rows: of((one) => one.rows),
      firstScreen: of((one) => one.firstScreen),
      keystroke: of((one) => one.keystroke),
      found: of((one) => one.found),
      asked: of((one) => one.asked),
      bare: median(bares),
    }
  })

async function visit(browser: Browser, practice: BenchPractice, address: string) {
  const { context, page } = await openDashboard(browser, practice, address, owner)
  try {
    let asked = 0
    page.on('request', (request) => (asked += request.url().endsWith('/api/client/list') ? 1 : 0))
    await page.goto(`${address}/dashboard/therapist/clients`, { waitUntil: 'commit' })
    const firstScreen = await seen(page, 50)
    const rows = await page.locator('tbody tr').count()
    await page.waitForLoadState('networkidle')
    asked = 0
    await page.getByRole('searchbox').focus()
    const strokes = []
    for (const key of ['1', '9', '9']) strokes.push(await measureKeystroke(page, key))
    // Ten names contain '199', and only one contains '1997'. The time is measured from the last key press.
    const found = await foundAfter(page, '7', 1)
    return { firstScreen, rows, keystroke: median(strokes), found, asked }
  } finally {
    await context.close()
  }
}

/** Returns the time from the start of the navigation until at least `rows` rows are rendered. */
async function seen(page: Page, rows: number): Promise<number> {
  const wanted = (count: number) => document.querySelectorAll('tbody tr').length >= count && performance.now()
  return Number(await (await page.waitForFunction(wanted, rows, { polling: 'raf' })).jsonValue())
}

/** Returns the time from a key press until exactly `rows` rows are left. The time includes the debounce of 200 ms. */
async function foundAfter(page: Page, key: string, rows: number): Promise<number> {
  const done = page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        const begin = () => {
          const begun = performance.now()
          const look = () =>
            document.querySelectorAll('tbody tr').length === count
              ? resolve(performance.now() - begun)
              : requestAnimationFrame(look)
          look()
        }
        addEventListener('keydown', begin, { once: true, capture: true })
      }),
    rows,
  )
  await page.evaluate(() => null)
  await page.keyboard.press(key)
  return done
}

/**
 * Measures a page of 500 plain rows without style or script, for comparison. Returns the time from the start of the
 * navigation until the frame that shows the rows.
 */
async function barePage(browser: Browser): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const row = (n: number) => `<tr><td>Person ${n}</td><td>person${n}@example.org</td><td>Active</td></tr>`
    const body = `<table><tbody>${Array.from({ length: 500 }, (_, n) => row(n)).join('')}</tbody></table>`
    await context.route('http://bare.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('http://bare.test/', { waitUntil: 'commit' })
    return await seen(page, 500)
  } finally {
    await context.close()
  }
}

/** Inserts 2,000 clients with one past and one future session each. */
async function fill(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  const id = (kind: string) => `('00000000-0000-4000-8000-${kind}' || lpad(n::text, 11, '0'))::uuid`
  const therapist = ids.therapist(owner)
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.client (id, therapist_id, first_name, last_name, email, status)
         select ${id('5')}, $1, 'Person' || n, 'Listed' || n, 'person' || n || '@example.org', 'active' from generate_series(1, ${people}) n`,
        [therapist],
      )
      for (const [kind, sign, status] of [
        ['6', '-', 'completed'],
        ['7', '+', 'confirmed'],
      ] as const) {
        const at = `date_trunc('hour', now()) ${sign} (n + 1) * interval '1 hour'`
        await db.query(
          `insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
           select ${id(kind)}, $1, ${at}, ${at} + interval '50 minutes', 'video', '${status}' from generate_series(1, ${people}) n`,
          [therapist],
        )
        await db.query(
          `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
           select $1, ${id(kind)}, ${id('5')}, ${at}, 'accepted' from generate_series(1, ${people}) n`,
          [therapist],
        )
      }
    })
    await db.query('set role attune_owner')
    for (const table of ['client', 'session', 'session_client']) await db.query(`vacuum analyze app.${table}`)
  } finally {
    await db.end()
  }
}
