import { runLoad } from './load.ts'
import { type BenchPractice, headersOf, measuredCount } from './practice.ts'
import { requestKinds, requestOf } from './requests.ts'

/** The number of connections of the load, and the length of a slice in seconds. */
const [connections, sliceSeconds] = [4, 2]

/** Returns a function that sends all kinds of requests in turn for one slice, and returns the durations of the answers. */
export function openSlices(practice: BenchPractice, address: string): () => Promise<number[]> {
  let slot = 0
  const request = (connection: number, nth: number) => {
    const kind = requestKinds[nth % requestKinds.length] ?? 'week'
    const person = connection % measuredCount
    const { path, who, body } = requestOf(kind, person, slot++)
    return { path, body, headers: headersOf(practice, address, who, person) }
  }
  return async () => {
    const { latencies, refused } = await runLoad({ address, connections, seconds: sliceSeconds, request })
    if (refused > 0) throw new Error(`${refused} requests were refused`)
    return latencies
  }
}
