import { spawn } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { untrustedEnvironment } from './untrusted-environment.ts'

/** The limits of a parser process: its run time, its memory and its output. */
export type ParserLimits = {
  timeoutMs: number
  maxMegabytes: number
  maxOutputBytes: number
}

type ParserRun = {
  /** The pieces of the standard input. */
  input: readonly (string | Uint8Array)[]
  limits: ParserLimits
  /** The arguments of the script. */
  args?: string[]
  /** The time zone in which the script runs. */
  zone?: string
}

/**
 * Runs a script that parses untrusted bytes in a separate process, so that they can neither slow down nor crash the server. The script reads
 * `input` from standard input and writes lines of JSON (`parser-output.ts`). Returns the values of these lines; null if the process fails or
 * exceeds a limit. The process receives no environment variable of the server except PATH and NODE_COMPILE_CACHE.
 */
export async function parseInProcess(script: string, run: ParserRun): Promise<unknown[] | null> {
  const output = await runScript(script, run)
  if (output === null) return null
  const values: unknown[] = []
  for (const line of linesOf(output)) {
    // Yields between the steps, so that the server can answer other requests. A line of many megabytes takes long to decode and to parse.
    await setImmediate()
    const text = line.toString()
    await setImmediate()
    values.push(JSON.parse(text))
  }
  return values
}

function runScript(script: string, { input, limits, args = [], zone }: ParserRun): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [`--max-old-space-size=${limits.maxMegabytes}`, script, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...untrustedEnvironment(), ...(zone !== undefined && { TZ: zone }) },
      timeout: limits.timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let length = 0
    worker.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length > limits.maxOutputBytes) worker.kill('SIGKILL')
      else output.push(part)
    })
    worker.on('error', reject)
    worker.on('close', (code) => resolve(code === 0 ? Buffer.concat(output) : null))
    // If the process ends early, writing to it fails. Its exit code already reports the failure.
    worker.stdin.on('error', () => {})
    for (const part of input) worker.stdin.write(part)
    worker.stdin.end()
  })
}

function* linesOf(output: Buffer): Generator<Buffer> {
  for (let from = 0; from < output.length;) {
    const end = output.indexOf('\n', from)
    yield output.subarray(from, end < 0 ? output.length : end)
    from = end < 0 ? output.length : end + 1
  }
}

/** Returns a function that runs tasks one after the other, even if an earlier task fails. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = running.then(work, work)
    running = turn.catch(() => {})
    return turn
  }
}
