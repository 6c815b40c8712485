import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPgbench, openPgbenchLimit } from './pgbench-limit.ts'
import { type LoadResult, runLoad, median, quantile } from './load.ts'
import { headersOf, measuredCount, createBenchPractice } from './practice.ts'
import { cpuOf, type BenchServer, startBenchServer } from './server.ts'
import { recordStatements } from './record.ts'
import { type RequestKind, requestKinds, requestOf } from './requests.ts'

export type RatioFigures = {
  rounds: number
  sessions: number
  hasLimit: boolean
  /** Medians of the rounds, in requests per second, of pgbench (`limit`), bare node:http and the product. */
  perSecond: Record<RequestKind, { limit: number | null; bare: number; product: number }>
  /**
   * Medians of the ratios of the rounds. `ofLimit`: the product relative to the limit. `bareOfLimit`: bare node:http
   * relative to the limit. `ofBare`: the product relative to bare node:http.
   */
  ofLimit: Record<RequestKind, number | null>
  bareOfLimit: Record<RequestKind, number | null>
  ofBare: Record<RequestKind, number>
  /** Inserts per second of the product without job workers, relative to bare node:http. */
  restingOfBare: number
  /** CPU time of the product for reading one week, relative to bare node:http. */
  cpu: number
  /** Latencies in milliseconds for reading one week with 32 connections. */
  p50: number
  p99: number
  statements: Record<RequestKind, number>
}

/** Measures all variants in every round, one after the other, so that a slow period of the machine affects all variants alike. */
export async function measureRatios(
  { rounds, seconds, sessions }: { rounds: number; seconds: number; sessions: number },
  say: (line: string) => void,
): Promise<RatioFigures> {
  const practice = await createBenchPractice(sessions)
  const servers: BenchServer[] = []
  const owner = new pg.Client(practice.url)
  try {
    await owner.connect()
    const statements = await recordStatements(practice, requestKinds)
    const setting = join(practice.dataDir, 'bare.json')
    writeFileSync(setting, JSON.stringify({ url: practice.url, secrets: practice.secrets, statements }))
    const product = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    servers.push(product)
    const bare = await startBenchServer({}, 'bench/bare.ts', [setting])
    servers.push(bare)
    const resting = await startBenchServer(
      { DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir },
      'bench/resting.ts',
    )
    servers.push(resting)
    const pgbench = findPgbench()
    const limit = pgbench ? await openPgbenchLimit(practice, statements, pgbench) : null
    if (!limit) say('pgbench is not here (it comes with postgresql), so there is no limit L to compare with.')

    /** The next free slot. pgbench, bare node:http and the product never use the same slot. */
    let nextSlot = 10
    const slice = async (
      server: BenchServer,
      kind: RequestKind,
      connections = measuredCount,
    ): Promise<LoadResult & { cpu: number }> => {
      // Deletes the jobs of earlier inserts, so that the measured server does not process them.
      await owner.query('begin; set local role attune_owner; delete from jobs.job_common; commit')
      for (const other of servers) process.kill(other.pid, other === server ? 'SIGCONT' : 'SIGSTOP')
      const firstSlot = nextSlot
      const before = cpuOf(server.pid)
      const headers = Array.from({ length: measuredCount }, (_, person) =>
        headersOf(practice, server.address, requestOf(kind, person, 0).who, person),
      )
      const result = await runLoad({
        address: server.address,
        connections,
        seconds,
        request(connection, nth) {
          const person = connection % measuredCount
          nextSlot = Math.max(nextSlot, firstSlot + nth + 1)
          const { path, body } = requestOf(kind, person, firstSlot + nth)
          return { path, headers: headers[person] ?? {}, body }
        },
      })
      if (result.refused) throw new Error(`${kind}: ${result.refused} of ${result.answers} requests were refused`)
      return { ...result, cpu: (cpuOf(server.pid) - before) / result.answers }
    }
    const limitSlice = (kind: RequestKind) => {
      if (!limit) return null
      for (const server of servers) process.kill(server.pid, 'SIGSTOP')
      const perSecond = limit(kind, seconds, nextSlot)
      nextSlot += Math.ceil(perSecond * seconds) + 10
      return perSecond
    }

    const seen = Object.fromEntries(
      requestKinds.map((kind) => [kind, { limit: [] as number[], bare: [] as number[], product: [] as number[] }]),
    ) as Record<RequestKind, { limit: number[]; bare: number[]; product: number[] }>
    const [cpu, p50, p99, restingOfBare]: number[][] = [[], [], [], []]
    // The first round is a warm-up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const kind of requestKinds) {
        const inTurn = { limit: limitSlice(kind), bare: await slice(bare, kind), product: await slice(product, kind) }
        const atRest = kind === 'insert' ? await slice(resting, kind) : null
        if (round === 0) continue
        if (atRest) restingOfBare?.push(atRest.perSecond / inTurn.bare.perSecond)
        if (inTurn.limit !== null) seen[kind].limit.push(inTurn.limit)
        seen[kind].bare.push(inTurn.bare.perSecond)
        seen[kind].product.push(inTurn.product.perSecond)
        if (kind === 'week') cpu?.push(inTurn.product.cpu / inTurn.bare.cpu)
        say(
          `round ${round} ${kind}: limit ${inTurn.limit?.toFixed(0) ?? '–'}, bare ${inTurn.bare.perSecond.toFixed(0)}, product ${inTurn.product.perSecond.toFixed(0)} a second`,
        )
      }
      if (round === 0) continue
      const { latencies } = await slice(product, 'week', 32)
      p50?.push(quantile(latencies, 0.5))
      p99?.push(quantile(latencies, 0.99))
    }
    const of = <T>(pick: (kind: RequestKind) => T) =>
      Object.fromEntries(requestKinds.map((kind) => [kind, pick(kind)])) as Record<RequestKind, T>
    const ratio = (over: number[], under: number[]) =>
      under.length ? median(over.map((value, index) => value / (under[index] ?? 1))) : null
    return {
      rounds,
      sessions,
      hasLimit: limit !== null,
      perSecond: of((kind) => ({
        limit: limit ? median(seen[kind].limit) : null,
        bare: median(seen[kind].bare),
        product: median(seen[kind].product),
      })),
      ofLimit: of((kind) => ratio(seen[kind].product, seen[kind].limit)),
      bareOfLimit: of((kind) => ratio(seen[kind].bare, seen[kind].limit)),
      ofBare: of((kind) => ratio(seen[kind].product, seen[kind].bare) ?? 0),
      restingOfBare: median(restingOfBare ?? []),
      cpu: median(cpu ?? []),
      p50: median(p50 ?? []),
      p99: median(p99 ?? []),
      statements: of((kind) => statements[kind].length),
    }
  } finally {
    for (const server of servers) await server.stop()
    await owner.end()
    await practice.close()
  }
}
