import type { Browser, Page } from '@playwright/test'
import { measureLoopCpu } from './calibrate.ts'
import { type BenchPage, fillFirstPages, firstPages, isHome, type VisitedPage } from './first-pages.ts'
import { median } from './load.ts'
import { openDashboard, withPages } from './page.ts'
import { clickAgain, watchContent } from './page-visits.ts'
import type { BenchPractice } from './practice.ts'

/**
 * The work of a page before its first content. `components` are the function and class components that React rendered in the commits until then.
 * `cpu` is the processor time of the page's main thread in milliseconds: scripts, styles, layout and paint together. `longest` is the processor time
 * of the longest task.
 */
type PageWork = { components: number; cpu: number; longest: number }

/**
 * The work of a page at its first visit (`cold`) and by a click inside the app (`warm`, null for a home). `slower` is the duration of the fixed loop
 * on this machine, divided by its duration on the machine on which the budgets were measured.
 */
export type PageWorkFigures = { page: BenchPage; cold: PageWork; warm: PageWork | null; slower: number }

/** The processor time of the fixed loop on the machine on which the budgets were measured. */
const loopOfBudgets = 222
const rounds = 5

type TraceEvent = { name: string; cat: string; ph: string; pid: number; tid: number; ts: number; tdur?: number }

/** Measures the work of each page until its first content, with the processor at its full speed. */
export const measurePageWork = (say: (line: string) => void): Promise<PageWorkFigures[]> =>
  withPages(fillFirstPages, async (browser, practice, address) => {
    const slower = measureLoopCpu() / loopOfBudgets
    const figures: PageWorkFigures[] = []
    for (const page of firstPages) {
      const work = await measureWorkOf(browser, practice, address, page)
      figures.push({ page, ...work, slower })
      say(JSON.stringify({ name: page.name, ...work }))
    }
    return figures
  })

/** Measures the work of a page at its first visit and by a click inside the app: the medians of five visits. */
export async function measureWorkOf(browser: Browser, practice: BenchPractice, address: string, bench: VisitedPage) {
  // The first visit is not counted, because it loads the server's modules and the database's pages into memory.
  await countComponents(browser, practice, address, bench)
  const traces: Awaited<ReturnType<typeof traceVisit>>[] = []
  const counts: Awaited<ReturnType<typeof countComponents>>[] = []
  for (let round = 0; round < rounds; round++) {
    traces.push(await traceVisit(browser, practice, address, bench))
    // A count differs from visit to visit, because the answers arrive in another order.
    counts.push(await countComponents(browser, practice, address, bench))
  }
  const middle = (which: 'cold' | 'warm') => ({
    components: median(counts.map((count) => count[which])),
    cpu: median(traces.map((trace) => trace[which]?.cpu ?? 0)),
    longest: median(traces.map((trace) => trace[which]?.longest ?? 0)),
  })
  return { cold: middle('cold'), warm: isHome(bench) ? null : middle('warm') }
}

async function traceVisit(browser: Browser, practice: BenchPractice, address: string, bench: VisitedPage) {
  const { context, page } = await openDashboard(browser, practice, address, bench.person, bench.as)
  const start = () =>
    browser.startTracing(page, { categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline'] })
  try {
    await start()
    await open(page, address, bench)
    const cold = workUntil('first content', await browser.stopTracing())
    if (isHome(bench)) return { cold, warm: null }
    await clickAgain(page, bench, start)
    return { cold, warm: workUntil('content again', await browser.stopTracing(), 'click') }
  } finally {
    await context.close()
  }
}

async function open(page: Page, address: string, { path, content }: VisitedPage) {
  await page.addInitScript(watchContent, content)
  await page.goto(address + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => Number((window as unknown as { contentAt: number }).contentAt) > 0)
}

/**
 * Sums the tasks of the thread on which the page set the mark `end`. The processor must run at full speed, because slowing it down would count as
 * work here.
 */
function workUntil(end: string, trace: Buffer, begin?: string): Omit<PageWork, 'components'> {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const markOf = (name: string) =>
    traceEvents.findLast((event) => event.name === name && event.cat.includes('blink.user_timing'))
  const last = markOf(end)
  if (!last) throw new Error(`the trace has no mark '${end}'`)
  const from = begin ? (markOf(begin)?.ts ?? 0) : 0
  const times = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === last.pid && tid === last.tid)
    .filter(({ ts, tdur = 0 }) => ts + tdur > from && ts < last.ts)
    .map(({ tdur = 0 }) => tdur / 1000)
  return { cpu: times.reduce((sum, time) => sum + time, 0), longest: Math.max(0, ...times) }
}

type Commit = { at: number; components: number; hasContent: boolean }

/**
 * Counts the rendered components in a separate visit, because counting takes time. Renderings that React throws away are not in the count, but in the
 * processor time.
 */
async function countComponents(browser: Browser, practice: BenchPractice, address: string, bench: VisitedPage) {
  const { context, page } = await openDashboard(browser, practice, address, bench.person, bench.as)
  try {
    await page.addInitScript(installCounter, bench.content)
    await open(page, address, bench)
    const cold = await page.evaluate(sumCommits, null)
    if (isHome(bench)) return { cold, warm: 0 }
    await clickAgain(page, bench)
    return { cold, warm: await page.evaluate(sumCommits, 'click') }
  } finally {
    await context.close()
  }
}

/** Runs in the page: returns the number of components in the commits since a mark, up to the one that contains the first content. */
function sumCommits(mark: string | null): number {
  const begin = mark ? (performance.getEntriesByName(mark).at(-1)?.startTime ?? 0) : 0
  const commits = (window as unknown as { commits: Commit[] }).commits.filter(({ at }) => at > begin)
  const end = commits.findIndex(({ hasContent }) => hasContent)
  return commits.slice(0, end + 1).reduce((sum, { components }) => sum + components, 0)
}

/** Runs in the page: counts the components of each commit through the hook that React calls for its developer tools, in the product's own build. */
function installCounter(selector: string): void {
  type Fiber = { tag: number; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }
  const seen = Object.assign(window, { commits: [] as Commit[] })
  // Function, class, forwarded reference, simple memo; a memo around another component has that component as its child.
  const tags = new Set([0, 1, 11, 15])
  const performedWork = 1
  const count = (fiber: Fiber, before: Fiber | null): number => {
    let sum = tags.has(fiber.tag) && (!before || fiber.flags & performedWork) ? 1 : 0
    if (before && before.child === fiber.child) return sum
    for (let child = fiber.child; child; child = child.sibling) sum += count(child, before ? child.alternate : null)
    return sum
  }
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
        const at = performance.now()
        const components = count(current, current.alternate)
        seen.commits.push({ at, components, hasContent: document.querySelector(selector) !== null })
      },
    },
  })
}
