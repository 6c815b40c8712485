import type { ImportedCalendar } from '@attune/contract/features/calendar'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Piece } from './ics.ts'

/** Why a file that was fetched cannot be read, in the words of the contract. */
export class NotRead extends Error {
  override name = 'NotRead'
  readonly problem: NonNullable<ImportedCalendar['error']>
  constructor(problem: NonNullable<ImportedCalendar['error']>) {
    super(problem)
    this.problem = problem
  }
}

export type Window = { from: Date; to: Date; zone: string }

/** How long it may take to read a file, in milliseconds, and how much memory, in megabytes. */
const [patience, memory] = [15_000, 256]
const mostOutput = 8 * 1024 * 1024

let running: Promise<unknown> = Promise.resolve()

/**
 * What a calendar file holds within a window, in pieces of at most a day. A stranger's file is read in a process of its own that may
 * take its time or die alone; one at a time. Throws NotRead.
 */
export function piecesOf(file: Buffer, window: Window): Promise<Piece[]> {
  const read = () => readApart(file, window)
  const turn = running.then(read, read)
  running = turn.catch(() => {})
  return turn
}

function readApart(file: Buffer, { from, to, zone }: Window): Promise<Piece[]> {
  return new Promise((resolve, reject) => {
    const worker = spawn(
      process.execPath,
      [
        `--max-old-space-size=${memory}`,
        join(import.meta.dirname, 'ics-worker.ts'),
        from.toISOString(),
        to.toISOString(),
      ],
      // Times without a zone, and in one that nobody knows, are meant in the therapist's.
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH ?? '', TZ: zone },
        timeout: patience,
        killSignal: 'SIGKILL',
      },
    )
    const said: Buffer[] = []
    let length = 0
    worker.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length > mostOutput) worker.kill('SIGKILL')
      else said.push(part)
    })
    worker.on('error', reject)
    worker.on('close', (code) => {
      // Killed, or out of memory: there was more in it than can be laid out.
      if (code !== 0) return reject(new NotRead('too-many'))
      const answer = JSON.parse(Buffer.concat(said).toString()) as
        | { pieces: Piece[] }
        | { problem: 'no-calendar' | 'too-many' }
      if ('problem' in answer) reject(new NotRead(answer.problem))
      else resolve(answer.pieces)
    })
    // A worker that died early closes its end; its exit says so.
    worker.stdin.on('error', () => {})
    worker.stdin.end(file)
  })
}
