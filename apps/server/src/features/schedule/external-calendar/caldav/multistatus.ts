import { join } from 'node:path'
import { createQueue, parseInProcess, type ParserLimits } from '../../../../platform/process/parser-process.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'
import { createMultistatusReader, type DavResponse, type Multistatus } from './xml.ts'

/**
 * The maximum size in bytes of a response that Attune's server parses in its own process, which takes at most about 50 ms. Most responses are
 * smaller, and starting a process takes longer.
 */
const smallBytes = 128 * 1024
const limits: ParserLimits = { timeoutMs: 15_000, maxMegabytes: 256, maxOutputBytes: 64 * 1024 * 1024 }
const inTurn = createQueue()

/**
 * Parses a UTF-8 multistatus response; invalid bytes become replacement characters. Parses a large response in a separate process, one at a time.
 * Throws CalendarFailure like `createMultistatusReader`, and if the process exceeds its limits.
 */
export async function parseMultistatus(body: Buffer): Promise<Multistatus> {
  if (body.length > smallBytes) return parseLarge(body)
  const responses: DavResponse[] = []
  const reader = createMultistatusReader((response) => responses.push(response))
  reader.write(new TextDecoder().decode(body))
  return { token: reader.end(), responses }
}

async function parseLarge(body: Buffer): Promise<Multistatus> {
  const script = join(import.meta.dirname, 'multistatus.worker.ts')
  const lines = await inTurn(() => parseInProcess(script, { input: [body], limits }))
  if (!lines) throw new CalendarFailure('no-calendar')
  const { token } = lines.pop() as Pick<Multistatus, 'token'>
  return { token, responses: (lines as DavResponse[][]).flat() }
}
