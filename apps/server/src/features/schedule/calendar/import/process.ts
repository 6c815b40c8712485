import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { IcsReadResult, IcsSegment } from '../ics/ics.ts'
import type { IcsObject, ReadIcsObject } from '../ics/objects.ts'

/** Thrown for a fetched file that cannot be read. `problem` is one of the contract's errors of an imported calendar. */
export class IcsReadError extends Error {
  override name = 'IcsReadError'
  readonly problem: NonNullable<ImportedCalendar['error']>
  constructor(problem: NonNullable<ImportedCalendar['error']>) {
    super(problem)
    this.problem = problem
  }
}

export type IcsWindow = { from: Date; to: Date; zone: string }

/** The limits of the separate process: run time in milliseconds and memory in megabytes. */
const defaultLimits = { timeoutMs: 15_000, maxMegabytes: 256 }
/** The limits for a part of the events that could not be read together. One event that never ends is found after ten such parts. */
const partLimits = { ...defaultLimits, timeoutMs: 5_000 }
const maxOutputBytes = 8 * 1024 * 1024

let running: Promise<unknown> = Promise.resolve()

/** Runs one reader after the other. */
function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const turn = running.then(read, read)
  running = turn.catch(() => {})
  return turn
}

/**
 * Returns the busy times of a calendar file between `from` and `to`, each at most 25 hours long. Reads one file at a
 * time in a separate process with limits of time and memory. Rejects with IcsReadError if the file cannot be read.
 */
export function readIcsInProcess(file: Buffer, window: IcsWindow, limits = defaultLimits): Promise<IcsSegment[]> {
  return inTurn(async () => {
    const answer = await runReader<IcsReadResult>('segments', file, window, limits)
    if ('problem' in answer) throw new IcsReadError(answer.problem)
    return answer.pieces
  })
}

/**
 * Reads events of which each is a file of its own. If the process fails, reads each half separately, so that one invalid event hides no
 * other; the result lacks an event that cannot be read at all.
 */
export function readIcsObjectsInProcess(objects: IcsObject[], window: IcsWindow): Promise<ReadIcsObject[]> {
  const read = async (some: IcsObject[], limits: typeof defaultLimits): Promise<ReadIcsObject[]> => {
    if (some.length === 0) return []
    try {
      return await runReader<ReadIcsObject[]>('objects', Buffer.from(JSON.stringify(some)), window, limits)
    } catch (error) {
      if (!(error instanceof IcsReadError)) throw error
      if (some.length === 1) return []
      const half = Math.ceil(some.length / 2)
      return [...(await read(some.slice(0, half), partLimits)), ...(await read(some.slice(half), partLimits))]
    }
  }
  return inTurn(() => read(objects, defaultLimits))
}

function runReader<Answer>(
  mode: 'segments' | 'objects',
  file: Buffer,
  { from, to, zone }: IcsWindow,
  { timeoutMs, maxMegabytes }: typeof defaultLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = spawn(
      process.execPath,
      [
        `--max-old-space-size=${maxMegabytes}`,
        join(import.meta.dirname, 'ics-worker.ts'),
        mode,
        from.toISOString(),
        to.toISOString(),
      ],
      // The process runs in the therapist's time zone. The reader uses that zone for times without a zone or in an
      // unknown zone.
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH ?? '', TZ: zone },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      },
    )
    const output: Buffer[] = []
    let length = 0
    worker.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length > maxOutputBytes) worker.kill('SIGKILL')
      else output.push(part)
    })
    worker.on('error', reject)
    worker.on('close', (code) => {
      // The process failed, for example because it exceeded its time or memory. The failure is reported as too many
      // events.
      if (code !== 0) return reject(new IcsReadError('too-many'))
      resolve(JSON.parse(Buffer.concat(output).toString()) as Answer)
    })
    // If the process crashes, writing to it fails. The handler of 'close' reports the crash, so this handler ignores
    // the error.
    worker.stdin.on('error', () => {})
    worker.stdin.end(file)
  })
}
