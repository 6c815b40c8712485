import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { median } from './load.ts'
import { fillMessages, messagesOwner } from './messages.ts'
import { openDashboard, withPages } from './page.ts'
import { ids, type BenchPractice } from './practice.ts'

/** The factor by which the processor is slowed down, as Lighthouse does for a phone. */
const slowdown = 4
const tasks = 66
const rounds = 5

/**
 * Medians in milliseconds with a slow processor, until the frame that shows the first content of a page. `cold` is a visit with an empty cache;
 * `warm` is the time from the click on a link inside the app, on a page that was seen before. A home is what the app opens with, so it has no `warm`.
 * `longestTask` is the longest time in a cold visit for which the page could not react.
 */
export type FirstContentFigures = {
  name: string
  cold: number
  warm: number | null
  longestTask: number
  goals: { cold: number; warm: number }
}

type BenchPage = {
  name: string
  as: 'therapist' | 'client'
  /** The number that identifies the person. */
  person: number
  path: string
  /** The selector of the element for which a person waits. */
  content: string
  goals: { cold: number; warm: number }
}

const home = { cold: 2_500, warm: 300 }
const inside = { cold: 1_000, warm: 300 }
const therapist = (name: string, path: string, content: string): BenchPage => ({
  name,
  as: 'therapist',
  person: messagesOwner,
  path: `/dashboard/therapist${path}`,
  content: `#root main ${content}`,
  goals: inside,
})
const pages: BenchPage[] = [
  {
    name: 'client’s home: next session',
    as: 'client',
    person: 0,
    path: '/dashboard/client',
    content: '#root main time',
    goals: home,
  },
  {
    name: 'therapist’s home: next session',
    as: 'therapist',
    person: 0,
    path: '/dashboard/therapist',
    content: '#root main time',
    goals: home,
  },
  { ...therapist('calendar', '/calendar', '[data-item]'), person: 0 },
  therapist('client list of 350', '/clients', 'tbody tr'),
  therapist('task board with 66 tasks', '/tasks', 'li a[href*="/tasks/"]'),
  therapist('record of a client', `/clients/${ids.record(messagesOwner)}/client-profile`, '[role=tabpanel] section'),
  therapist('messages of 300 conversations', '/messages', 'a[href*="conversation="]'),
]

/** Measures the first content of the pages that a therapist and a client open most often. */
export const measureFirstContent = (say: (line: string) => void): Promise<FirstContentFigures[]> =>
  withPages(
    async (url) => {
      await fillMessages(url)
      await fillTasks(url)
    },
    async (browser, practice, address) => {
      const figures: FirstContentFigures[] = []
      for (const page of pages) {
        figures.push(await measurePage(browser, practice, address, page))
        say(JSON.stringify(figures.at(-1)))
      }
      return figures
    },
  )

async function measurePage(browser: Browser, practice: BenchPractice, address: string, page: BenchPage) {
  // The first visit is not counted, because it loads the server's modules and the database's pages into memory.
  await visit(browser, practice, address, page)
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, practice, address, page))
  const warm = visits.flatMap((one) => (one.warm === null ? [] : [one.warm]))
  return {
    name: page.name,
    cold: median(visits.map((one) => one.cold)),
    warm: warm.length ? median(warm) : null,
    longestTask: median(visits.map((one) => one.longestTask)),
    goals: page.goals,
  }
}

async function visit(
  browser: Browser,
  practice: BenchPractice,
  address: string,
  { as, person, path, content }: BenchPage,
) {
  const { context, page } = await openDashboard(browser, practice, address, person, as)
  try {
    const machine = await context.newCDPSession(page)
    await machine.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchContent, content)
    await page.goto(address + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => Number((window as unknown as { contentAt: number }).contentAt) > 0)
    const seen = await page.evaluate(() => {
      const { contentAt, longestTask } = window as unknown as { contentAt: number; longestTask: number }
      return { cold: contentAt, longestTask }
    })
    const warm = path === `/dashboard/${as}` ? null : await clickAgain(page, as, path, content)
    return { ...seen, warm }
  } finally {
    await context.close()
  }
}

/** Runs in the page: stores the time of the frame that shows the first element of `selector`, and the longest task until then. */
function watchContent(selector: string): void {
  const seen = Object.assign(window, { contentAt: 0, longestTask: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (!seen.contentAt) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.contentAt = performance.now())))
  }).observe(document, { childList: true, subtree: true })
}

/** Goes to the home and back by links. Returns the time from the click until the frame that shows the content. */
async function clickAgain(page: Page, as: string, path: string, content: string): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.locator(`a[href="/dashboard/${as}"]`).first().click()
  await page.locator(content).first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  // A page of a record has no link of its own on the home; history leads back to it, as the button 'back' does.
  const link = page.locator(`a[href="${path}"]`).first()
  const goesByLink = (await link.count()) > 0
  const shown = page.evaluate(
    ([selector, event]) =>
      new Promise<number>((resolve) => {
        addEventListener(
          event as string,
          () => {
            const begun = performance.now()
            const look = () =>
              document.querySelector(selector as string)
                ? setTimeout(() => resolve(performance.now() - begun))
                : requestAnimationFrame(look)
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

/** Inserts assigned and completed tasks of clients of the therapist. */
async function fillTasks(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone, completed_at, ended_at)
         select gen_random_uuid(), $1, c.id, gen_random_uuid(), 'Breathe slowly for five minutes', '{"type":"doc","content":[]}', '{"kind":"plain"}', 'plain',
           s, 'medium', now(), now(), now(), 'Europe/Berlin', case when s = 'completed' then now() end, case when s = 'completed' then now() end
         from (select id, row_number() over (order by id) as n from app.client where therapist_id = $1 limit $2) c,
           lateral (select (array['assigned', 'in-progress', 'completed'])[1 + n % 3] as s) x`,
        [ids.therapist(messagesOwner), tasks],
      )
    })
    await db.query('set role attune_owner')
    await db.query('vacuum analyze app.task')
  } finally {
    await db.end()
  }
}
