import { runLoad, median, quantile } from './load.ts'
import { headersOf, measuredCount, createBenchPractice, type BenchPractice } from './practice.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { requestOf } from './requests.ts'

export type GrowthFigures = { few: number; many: number; ratio: number; p50: { few: number; many: number } }

/**
 * Measures reading a week of sessions in a small practice and in a practice with many sessions of other therapists. The
 * measurements of the two practices alternate.
 */
export async function measureGrowth({
  rounds,
  seconds,
  few,
  many,
}: {
  rounds: number
  seconds: number
  few: number
  many: number
}): Promise<GrowthFigures> {
  const practices: BenchPractice[] = []
  const servers: BenchServer[] = []
  try {
    for (const sessions of [few, many]) {
      // The measured therapists have the same 200 sessions in the small and in the large practice.
      const practice = await createBenchPractice(sessions, 200)
      practices.push(practice)
      servers.push(await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir }))
    }
    const slice = async (index: number) => {
      const [practice, server] = [practices[index], servers[index]]
      if (!practice || !server) return 0
      const headers = Array.from({ length: measuredCount }, (_, person) =>
        headersOf(practice, server.address, 'therapist', person),
      )
      const { path, body } = requestOf('week', 0, 0)
      const request = (connection: number) => ({ path, body, headers: headers[connection % measuredCount] ?? {} })
      const { latencies } = await runLoad({ address: server.address, connections: measuredCount, seconds, request })
      return quantile(latencies, 0.5)
    }
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const [inFew, inMany] = [await slice(0), await slice(1)]
      if (round === 0) continue
      times.few.push(inFew)
      times.many.push(inMany)
    }
    const ratio = median(times.many.map((time, round) => time / (times.few[round] ?? 1)))
    return { few, many, ratio, p50: { few: median(times.few), many: median(times.many) } }
  } finally {
    for (const server of servers) await server.stop()
    for (const practice of practices) await practice.close()
  }
}
