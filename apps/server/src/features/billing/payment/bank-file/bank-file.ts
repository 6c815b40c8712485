import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { ReadAnswer, ReadEntry, ReadOptions } from '../bank/entry.ts'

/** The limits of the process that reads a file: milliseconds, and megabytes of its objects. */
const [timeout, memory] = [30_000, 256]
let running: Promise<unknown> = Promise.resolve()

/**
 * Reads a bank file in a process of its own, one file at a time, so that a large file does not slow down the server and
 * a malicious one cannot harm it. The upload lets each therapist have one file waiting. A file on which the process fails is damaged.
 */
export function readBankFile(bytes: Buffer, options: ReadOptions): Promise<ReadAnswer> {
  const read = () => readInProcess(bytes, options)
  const answer = running.then(read, read)
  running = answer.catch(() => {})
  return answer
}

async function readInProcess(bytes: Buffer, options: ReadOptions): Promise<ReadAnswer> {
  const worker = spawn(
    process.execPath,
    [`--max-old-space-size=${memory}`, join(import.meta.dirname, 'bank-file.worker.ts')],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '' },
      timeout,
      killSignal: 'SIGKILL',
    },
  )
  const closed = new Promise<number | null>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('close', resolve)
  })
  // If the process exits early, writing to it fails. Its exit code reports the failure.
  worker.stdin.on('error', () => {})
  worker.stdin.write(`${JSON.stringify(options)}\n`)
  worker.stdin.end(bytes)
  const [code, answer] = await Promise.all([closed, buffer(worker.stdout)])
  return code === 0 ? parseAnswer(answer) : { problem: 'DAMAGED' }
}

/** Parses the answer of the process line by line. Between the lines, the server answers other requests. */
async function parseAnswer(output: Buffer): Promise<ReadAnswer> {
  const [first, ...others] = linesOf(output)
  const answer = JSON.parse(String(first)) as ReadAnswer
  if (!('file' in answer)) return answer
  for (const line of others) {
    await setImmediate()
    answer.file.entries.push(...(JSON.parse(line.toString()) as ReadEntry[]))
  }
  return answer
}

function* linesOf(output: Buffer): Generator<Buffer> {
  for (let from = 0; from <= output.length;) {
    const end = output.indexOf('\n', from)
    yield output.subarray(from, end < 0 ? output.length : end)
    from = end < 0 ? output.length + 1 : end + 1
  }
}
