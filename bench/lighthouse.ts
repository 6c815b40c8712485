import { chromium } from '@playwright/test'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../tools/setup/chromium.mjs'
import { lighthouse } from './external/lighthouse.ts'
import { median } from './load.ts'
import { headersOf, createBenchPractice, type BenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'
import { serveBareShell } from './shell.ts'

const pages = [
  { name: 'login', path: '/', as: null, goal: 95 },
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
 * Runs Lighthouse with phone settings on the built product. Returns medians of several visits, each with an empty
 * cache.
 */
export async function measureLighthouse(visits: number): Promise<PageFigures[]> {
  const practice = await createBenchPractice(10_000, 200)
  const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  const shell = await serveBareShell()
  try {
    const figures: PageFigures[] = []
    for (const page of pages) figures.push(await visit(practice, server.address, shell.address, page, visits))
    return figures
  } finally {
    await shell.close()
    await server.stop()
    await practice.close()
  }
}

async function visit(
  practice: BenchPractice,
  address: string,
  shell: string,
  page: (typeof pages)[number],
  visits: number,
) {
  const profile = mkdtempSync(join(tmpdir(), 'attune-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    // The time zone of the people in the practice. The page requests data early for the current day in the browser's time zone.
    env: { ...process.env, TZ: 'Europe/Berlin' },
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    if (page.as) {
      const [name = '', value = ''] = headersOf(practice, address, page.as, 0).cookie.split(/=(.*)/s)
      await browser.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }])
    }
    const seen: Awaited<ReturnType<typeof look>>[] = []
    const bare: number[] = []
    for (let turn = 0; turn < visits; turn++) {
      seen.push(await look(address + page.path, port))
      bare.push((await look(`${shell}/`, port)).scores.performance ?? 0)
    }
    const ratios = seen.map(({ scores }, turn) => (scores.performance ?? 0) / (bare[turn] || 1))
    const middle = <Key extends string>(part: 'scores' | 'metrics', names: readonly Key[]) =>
      Object.fromEntries(names.map((name) => [name, median(seen.map((one) => one[part][name] ?? 0))])) as Record<
        Key,
        number
      >
    return {
      name: page.name,
      goal: page.goal,
      scores: middle('scores', categories),
      metrics: middle('metrics', Object.keys(metrics) as (keyof typeof metrics)[]),
      shell: median(bare),
      ratio: median(ratios),
      calls: median(seen.map(({ calls }) => calls)),
      callBytes: median(seen.map(({ callBytes }) => callBytes)),
      scriptBytes: median(seen.map(({ scriptBytes }) => scriptBytes)),
      machine: median(seen.map(({ machine }) => machine)),
      faults: [...new Set(seen.flatMap(({ faults }) => faults))],
    }
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type NetworkRequest = { url: string; resourceType: string; networkEndTime: number; transferSize: number }

/** Returns the observed first contentful paint in milliseconds, on the clock of the requests. */
function observedPaint(details: object): number {
  const [found] = (details as { items?: { observedFirstContentfulPaint?: number }[] }).items ?? []
  return found?.observedFirstContentfulPaint ?? 0
}

type Numbers = Record<string, number>

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
