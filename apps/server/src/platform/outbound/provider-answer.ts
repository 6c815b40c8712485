import { join } from 'node:path'
import { createQueue, parseInProcess, type ParserLimits } from '../process/parser-process.ts'
import { isDeeperThan } from './json-depth.ts'

/** The limits of JSON that the server parses itself: bytes, which take at most about 50 ms, and nested lists and objects. */
export const answerLimits = { bytes: 256 * 1024, depth: 64 } as const
/** The limits of the process that parses a larger answer. */
const processLimits: ParserLimits = { timeoutMs: 15_000, maxMegabytes: 256, maxOutputBytes: 32 * 1024 * 1024 }
const inTurn = createQueue()

/** Parses the body of an answer; an empty object if it is not a JSON object, or exceeds `answerLimits`. */
export const parseProviderAnswer = (body: Buffer): Record<string, unknown> => readObject(body) ?? {}

/**
 * Parses the body of an answer whose array `list` has many values. If the body is larger than `answerLimits`, parses it in a process of its
 * own, one at a time. Returns null if it is not a JSON object, is nested too deep, or exceeds a limit of `provider-list.worker.ts`.
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

/** Returns the seconds for which a push provider asks to wait by `retry-after`: between a second and an hour, a minute if it names none. */
export function secondsAsked(retryAfter: string | undefined): number {
  const asked = Number(retryAfter)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), hour) : 60
}
