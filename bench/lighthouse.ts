import { type BrowserContext, chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { findChromium } from '../tools/setup/chromium.mjs'
import { type RunningCheckout, startCheckout, thisCheckout } from './checkout.ts'
import { lighthouse } from './external/lighthouse.ts'
import { median } from './load.ts'
import { serveBareShell } from './shell.ts'

const pages = [
  { name: 'login', path: '/', as: null, goal: 97 },
  { name: 'client’s dashboard', path: '/dashboard/client', as: 'client', goal: 90 },
  { name: 'therapist’s dashboard', path: '/dashboard/therapist', as: 'therapist', goal: 90 },
  { name: 'therapist’s calendar', path: '/dashboard/therapist/calendar', as: 'therapist', goal: 85 },
] as const

const categories = ['performance', 'accessibility', 'best-practices'] as const
/** Lighthouse names of the metrics. LCP and TBT are in milliseconds; CLS, the layout shift, is a score. */
const metrics = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

export type PageFigures = {
  name: string
  goal: number
  scores: Record<(typeof categories)[number], number>
  metrics: Record<keyof typeof metrics, number>
  /** The performance and the metrics of another checkout in the same run, if one was given. */
  before: { performance: number; metrics: Record<keyof typeof metrics, number> } | null
  /** The performance of the bare shell in the same run, and the product's performance divided by it. */
  shell: number
  ratio: number
  /** The number of API calls, and the transferred bytes of their responses. */
  calls: number
  callBytes: number
  /** The bytes of script that arrived before the first content was painted. */
  scriptBytes: number
  /** Lighthouse's benchmark index of the machine: about 2,000 for an idle machine, 400 for a mid-range phone. */
  machine: number
  /** The audits that lowered a score of the page below 100. */
  faults: string[]
}

/**
 * Runs Lighthouse with phone settings on the built product. Returns medians of several visits, each with an empty cache. `before` is the folder of
 * another checkout, whose product is visited in turn with this one.
 */
export async function measureLighthouse(visits: number, before?: string): Promise<PageFigures[]> {
  const shell = await serveBareShell()
  const product = await startCheckout(thisCheckout)
  const earlier = before === undefined ? null : await startCheckout(before)
  try {
    const figures: PageFigures[] = []
    for (const page of pages) {
      const looks = await visit([product, ...(earlier ? [earlier] : [])], shell.address, page, visits)
      figures.push(summarize(page, looks))
    }
    return figures
  } finally {
    await shell.close()
    await product.close()
    await earlier?.close()
  }
}

/** The visits of a page in their order: of the bare shell, of the product, and of the product of another checkout, if there is one. */
type Looks = { bare: Look[]; product: Look[]; earlier: Look[] }

async function visit(
  [product, earlier]: readonly RunningCheckout[],
  shell: string,
  page: (typeof pages)[number],
  visits: number,
): Promise<Looks> {
  const looks: Looks = { bare: [], product: [], earlier: [] }
  for (let turn = 0; turn < visits; turn++) {
    if (product) looks.product.push(await lookFresh(product, page))
    looks.bare.push(await inBrowser(async (port) => look(`${shell}/`, port)))
    if (earlier) looks.earlier.push(await lookFresh(earlier, page))
  }
  return looks
}

/** Measures a page of the product in a new browser with an empty cache. */
const lookFresh = (checkout: RunningCheckout, page: (typeof pages)[number]) =>
  inBrowser(async (port, context) => {
    if (page.as) {
      const [name = '', value = ''] = checkout.cookieOf(page.as, 0).split(/=(.*)/s)
      await context.addCookies([{ name, value, url: checkout.address, httpOnly: true, sameSite: 'Lax' }])
    }
    return look(checkout.address + page.path, port)
  })

async function inBrowser<T>(work: (port: number, context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'attune-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    // The time zone of the people in the practice. The page requests data early for the current day in the browser's time zone.
    env: { ...process.env, TZ: 'Europe/Berlin' },
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    return await work(port, browser)
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

function summarize(page: (typeof pages)[number], { product, bare, earlier }: Looks): PageFigures {
  const of = <Key extends string>(looks: Look[], part: 'scores' | 'metrics', names: readonly Key[]) =>
    Object.fromEntries(names.map((name) => [name, median(looks.map((one) => one[part][name] ?? 0))])) as Record<
      Key,
      number
    >
  const measured = Object.keys(metrics) as (keyof typeof metrics)[]
  const ratios = product.map(({ scores }, turn) => (scores.performance ?? 0) / (bare[turn]?.scores.performance || 1))
  return {
    name: page.name,
    goal: page.goal,
    scores: of(product, 'scores', categories),
    metrics: of(product, 'metrics', measured),
    before:
      earlier.length === 0
        ? null
        : {
            performance: of(earlier, 'scores', categories).performance,
            metrics: of(earlier, 'metrics', measured),
          },
    shell: of(bare, 'scores', categories).performance,
    ratio: median(ratios),
    calls: median(product.map(({ calls }) => calls)),
    callBytes: median(product.map(({ callBytes }) => callBytes)),
    scriptBytes: median(product.map(({ scriptBytes }) => scriptBytes)),
    machine: median(product.map(({ machine }) => machine)),
    faults: [...new Set(product.flatMap(({ faults }) => faults))],
  }
}

type NetworkRequest = { url: string; resourceType: string; networkEndTime: number; transferSize: number }

/** Returns the observed first contentful paint in milliseconds, on the clock of the requests. */
function observedPaint(details: object): number {
  const [found] = (details as { items?: { observedFirstContentfulPaint?: number }[] }).items ?? []
  return found?.observedFirstContentfulPaint ?? 0
}

type Numbers = Record<string, number>
type Look = Awaited<ReturnType<typeof look>>

async function look(url: string, port: number) {
  const answer = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (!answer) throw new Error('Lighthouse gave no answer')
  const { lhr } = answer
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  const { details } = lhr.audits['network-requests'] ?? {}
  const requests = (details?.type === 'table' ? details.items : []) as unknown as NetworkRequest[]
  const calls = requests.filter((request) => new URL(request.url).pathname.startsWith('/api/'))
  const painted =
    lhr.audits['metrics']?.details?.type === 'debugdata' ? observedPaint(lhr.audits['metrics'].details) : 0
  const sizeOf = (all: NetworkRequest[]) => all.reduce((sum, { transferSize }) => sum + transferSize, 0)
  const faults = (['accessibility', 'best-practices'] as const).flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ) as Numbers,
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([name, audit]) => [name, lhr.audits[audit]?.numericValue ?? 0]),
    ) as Numbers,
    faults,
    calls: calls.length,
    callBytes: sizeOf(calls),
    scriptBytes: sizeOf(
      requests.filter((request) => request.resourceType === 'Script' && request.networkEndTime < painted),
    ),
    machine: lhr.environment.benchmarkIndex,
  }
}
