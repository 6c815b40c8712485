import type { ImportedCalendar } from '@attune/contract/features/calendar'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { IcsSegment } from './calendar.ics.ts'

/** A fetched file cannot be read; `problem` is an error of the contract. */
export class IcsReadError extends Error {
  override name = 'IcsReadError'
  readonly problem: NonNullable<ImportedCalendar['error']>
  constructor(problem: NonNullable<ImportedCalendar['error']>) {
    super(problem)
    this.problem = problem
  }
}

export type IcsWindow = { from: Date; to: Date; zone: string }

/** The limits of one read: milliseconds and megabytes of memory. */
const [timeoutMs, maxMegabytes] = [15_000, 256]
const maxOutputBytes = 8 * 1024 * 1024

let running: Promise<unknown> = Promise.resolve()

/**
 * The busy times of a calendar file within a window, in segments of at most one day. Reads external files one at a time in a
 * separate process with limits of time and memory. Throws IcsReadError.
 */
export function readIcsInProcess(file: Buffer, window: IcsWindow): Promise<IcsSegment[]> {
  const read = () => readInProcess(file, window)
  const turn = running.then(read, read)
  running = turn.catch(() => {})
  return turn
}

function readInProcess(file: Buffer, { from, to, zone }: IcsWindow): Promise<IcsSegment[]> {
  return new Promise((resolve, reject) => {
    const worker = spawn(
      process.execPath,
      [
        `--max-old-space-size=${maxMegabytes}`,
        join(import.meta.dirname, 'ics-worker.ts'),
        from.toISOString(),
        to.toISOString(),
      ],
      // Times without a zone, or in an unknown zone, are in the therapist's zone.
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
      // Killed or out of memory: the file has too many events.
      if (code !== 0) return reject(new IcsReadError('too-many'))
      const answer = JSON.parse(Buffer.concat(output).toString()) as
        | { pieces: IcsSegment[] }
        | { problem: 'no-calendar' | 'too-many' }
      if ('problem' in answer) reject(new IcsReadError(answer.problem))
      else resolve(answer.pieces)
    })
    // A crashed worker closes its input; the exit code reports it.
    worker.stdin.on('error', () => {})
    worker.stdin.end(file)
  })
}
