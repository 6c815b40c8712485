import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { quantile } from '../bench/load.ts'
import type { Times } from './calls.faults.ts'
import type { CallFindings, CallOrder } from './calls.inside.ts'
import type { DrillOutcome } from './outcome.ts'
import { missingPrograms } from './programs.ts'
import { makeAuthority } from './proxies.authority.ts'

/** Returns the programs that the networks of the drill need and this machine lacks. */
export const missingNetworkPrograms = () => missingPrograms(['ip', 'iptables', 'nsenter', 'unshare', 'openssl'])

/** The longest permitted times in seconds. A direct call continues while the server or the relay is down; a gap below a second is not a loss. */
const limits = {
  join: { p50: 1.5, p95: 4 },
  afterCut: { 3: 5, 10: 5, 30: 10 } as Record<number, number>,
  restart: { direct: 1, relayed: 6 },
  move: 10,
  toRelay: 8,
  voiceGap: 1,
}

/**
 * Makes calls between two real browsers, each in its own network, while lines are cut, blocked and changed, and while server and relay are restarted.
 * Runs in namespaces, so that nothing on this machine changes.
 */
export async function callsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const refusal = reasonNotToRun()
  if (refusal) return { passed: false, figures: { 'the drill could not begin': refusal } }
  const work = mkdtempSync(join(tmpdir(), 'attune-calls-'))
  try {
    await makeAuthority(work, 'practice.example')
    const size = short
      ? { joins: 4, cuts: 2, rounds: 2, voiceSeconds: 20 }
      : { joins: 10, cuts: 10, rounds: 5, voiceSeconds: 60 }
    return judge(await runInside({ work, ...size }, say))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function reasonNotToRun(): string | null {
  if (process.geteuid?.() !== 0) return 'only root can make the networks of the drill'
  const missing = missingNetworkPrograms()
  return missing.length > 0 ? `${missing.join(' and ')} must be in the PATH` : null
}

/** Runs the calls in namespaces of networks and mounts. The process prints its findings as JSON in its last line. */
async function runInside(order: CallOrder, say: (line: string) => void): Promise<CallFindings> {
  const inside = [process.execPath, join(import.meta.dirname, 'calls.inside.ts'), JSON.stringify(order)]
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(order.work, 'authority.pem') }
  const child = spawn('unshare', ['--net', '--mount', '--', ...inside], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit') as Promise<[number | null]>
  let found: CallFindings | null = null
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) found = parseFindings(line)
    else say(line)
  }
  const [code] = await exit
  if (!found) throw new Error(`the calls ended with ${code}`)
  return found
}

/** JSON has no Infinity: a picture that did not come back is null. */
const parseFindings = (line: string) =>
  JSON.parse(line, (_, value: unknown) => (value === null ? Number.POSITIVE_INFINITY : value)) as CallFindings

type Judged = { figures: Record<string, string | number>; isRight: boolean }

function judge(found: CallFindings): DrillOutcome {
  const { joins, joinsByTcp, notByTcp, admissions, cuts, serverRestarts, relayRestarts, moves, toRelay, voice } = found
  const parts: Judged[] = [
    judgeJoins("from 'Join' to the first picture, direct", joins.direct),
    judgeJoins("from 'Join' to the first picture, by relay", joins.relayed),
    judgeLongest("from 'Join' to the first picture, UDP blocked", both(joinsByTcp), limits.join.p95),
    judgeCount('of those, by another way than TCP (0)', notByTcp),
    judgeLongest("from 'Let in' to the first picture", both(admissions), limits.join.p95),
    ...cuts.map(({ seconds, times }) =>
      judgeLongest(`picture again after a cut of ${seconds} s`, both(times), limits.afterCut[seconds] ?? 0),
    ),
    judgeLongest('picture lost by a restart of the server, direct', serverRestarts.direct, limits.restart.direct),
    judgeLongest('picture again after the server is back, by relay', serverRestarts.relayed, limits.restart.relayed),
    judgeLongest('picture lost by a restart of the relay, direct', relayRestarts.direct, limits.restart.direct),
    judgeLongest('picture lost by a restart of the relay, by relay', relayRestarts.relayed, limits.restart.relayed),
    judgeLongest('picture lost by a change of network', both(moves), limits.move),
    judgeLongest('picture lost when the direct path ends', both(toRelay), limits.toRelay),
    judgeVoice(voice),
  ]
  return {
    passed: parts.every(({ isRight }) => isRight),
    figures: Object.fromEntries(parts.flatMap(({ figures }) => Object.entries(figures))),
  }
}

const both = ({ direct, relayed }: Times) => [...direct, ...relayed]
const inOrder = (times: readonly number[]) => times.map((time) => time / 1_000).toSorted((a, b) => a - b)
const spoken = (seconds: number) => (Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : 'never')

function judgeJoins(what: string, times: readonly number[]): Judged {
  const ordered = inOrder(times)
  const [p50, p95] = [quantile(ordered, 0.5), quantile(ordered, 0.95)]
  const { join } = limits
  const name = `${what}: ${ordered.length} joins, p50 (≤ ${join.p50} s), p95 (≤ ${join.p95} s)`
  return { figures: { [name]: `${spoken(p50)}, ${spoken(p95)}` }, isRight: p50 <= join.p50 && p95 <= join.p95 }
}

function judgeLongest(what: string, times: readonly number[], limit: number): Judged {
  const ordered = inOrder(times)
  const within = ordered.filter((time) => time <= limit).length
  const name = `${what}: within ${limit} s, p50, longest`
  const value = `${within} of ${ordered.length}, ${spoken(quantile(ordered, 0.5))}, ${spoken(ordered.at(-1) ?? Number.NaN)}`
  return { figures: { [name]: value }, isRight: within === ordered.length && ordered.length > 0 }
}

const judgeCount = (what: string, count: number): Judged => ({ figures: { [what]: count }, isRight: count === 0 })

function judgeVoice({ longestGap, longestGapAtFirst, concealed }: CallFindings['voice']): Judged {
  const name = `voice at 5 % loss, 200 ms and 150 kbit/s: longest gap (≤ ${limits.voiceGap} s), in the first 15 s, made up by the browser`
  const value = `${longestGap.toFixed(2)} s, ${longestGapAtFirst.toFixed(2)} s, ${(concealed * 100).toFixed(1)} %`
  return { figures: { [name]: value }, isRight: longestGap <= limits.voiceGap }
}
