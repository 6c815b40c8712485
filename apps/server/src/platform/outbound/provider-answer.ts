import { join } from 'node:path'
import { createQueue, parseInProcess, type ParserLimits } from '../process/parser-process.ts'
import { isDeeperThan } from './json-depth.ts'

/** The limits of JSON that the server parses in its own process: the size in bytes (which takes at most about 50 ms) and the nesting depth. */
export const answerLimits = { bytes: 256 * 1024, depth: 64 } as const
/** The limits of the separate process that parses larger responses. */
const processLimits: ParserLimits = { timeoutMs: 15_000, maxMegabytes: 256, maxOutputBytes: 32 * 1024 * 1024 }
const inTurn = createQueue()

/** Parses the body of a response. Returns an empty object if the body is not a JSON object or exceeds `answerLimits`. */
export const parseProviderAnswer = (body: Buffer): Record<string, unknown> => readObject(body) ?? {}

/**
 * Parses the body of a response whose array `list` may be long. A separate process parses bodies larger than `answerLimits.bytes`, one at a time.
 * Returns null if the body is not a JSON object, is nested too deeply, or exceeds a limit of that process.
 */
export async function parseListAnswer(body: Buffer, list: string): Promise<Record<string, unknown> | null> {
  if (body.length <= answerLimits.bytes) return readObject(body)
  const script = join(import.meta.dirname, 'provider-list.worker.ts')
  const lines = await inTurn(() => parseInProcess(script, { input: [body], limits: processLimits, args: [list] }))
  if (!lines) return null
  const [rest, ...values] = lines as [Record<string, unknown>, ...unknown[][]]
  return { ...rest, [list]: values.flat() }
}

function readObject(body: Buffer): Record<string, unknown> | null {
  if (body.length > answerLimits.bytes || isDeeperThan(answerLimits.depth, body)) return null
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const hour = 60 * 60

/**
 * Returns the seconds to wait that a push provider requests in `retry-after`: at least one second, at most an hour, and a minute if the header is
 * missing or is not a number.
 */
export function secondsAsked(retryAfter: string | undefined): number {
  const asked = Number(retryAfter)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), hour) : 60
}
