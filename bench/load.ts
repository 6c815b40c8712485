import { connect } from 'node:net'

export type LoadResult = {
  perSecond: number
  /** Durations of all responses in milliseconds, sorted. */
  latencies: number[]
  answers: number
  /** Number of responses that were not 2xx. */
  refused: number
}

type Plan = {
  address: string
  connections: number
  seconds: number
  /** Builds the request number `nth` of a connection. */
  request(connection: number, nth: number): { path: string; headers: Record<string, string>; body: string }
}

/** Sends requests over keep-alive connections, one at a time per connection, for `seconds` seconds. */
export async function runLoad({ address, connections, seconds, request }: Plan): Promise<LoadResult> {
  const { hostname, port, host } = new URL(address)
  const begun = performance.now()
  const end = begun + seconds * 1000
  const latencies: number[] = []
  let refused = 0

  const one = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port: Number(port),
        noDelay: true,
      })
      let nth = 0
      let sent = 0
      let missing = -1
      let held: Buffer = Buffer.alloc(0)
      const ask = () => {
        if (performance.now() >= end) {
          socket.end()
          return resolve()
        }
        const { path, headers, body } = request(connection, nth++)
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        sent = performance.now()
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
        )
      }
      const answered = () => {
        latencies.push(performance.now() - sent)
        missing = -1
        ask()
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        if (missing >= 0) {
          missing -= chunk.length
          if (missing === 0) answered()
          return
        }
        held = held.length ? Buffer.concat([held, chunk]) : chunk
        const at = held.indexOf('\r\n\r\n')
        if (at < 0) return
        const head = held.toString('latin1', 0, at)
        if (!head.startsWith('HTTP/1.1 2')) refused++
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
        if (Number.isNaN(length)) return reject(new Error(`an answer without a length: ${head}`))
        missing = length - (held.length - at - 4)
        held = Buffer.alloc(0)
        if (missing === 0) answered()
      })
    })

  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)))
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / ((performance.now() - begun) / 1000),
    latencies,
    answers: latencies.length,
    refused,
  }
}

/** Returns the quantile `part` of sorted values; 0.5 is the median. */
export const quantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
export const median = (values: number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
