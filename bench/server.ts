import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

/** A server in its own process. */
export type BenchServer = {
  pid: number
  /** The address that the server printed. */
  address: string
  /** Milliseconds from the start of the process until it printed its address. */
  ready: number
  child: ChildProcess
  /** The output of the process, including errors. */
  said: string[]
  stop(): Promise<void>
}

/**
 * Starts the server, or another program that prints an address. Throws with the output of the program if the program
 * ends before it prints an address.
 */
export async function startBenchServer(
  env: Record<string, string>,
  program = 'apps/server/src/main.ts',
  args: string[] = [],
): Promise<BenchServer> {
  const begun = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', WRITE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      const found = /^Attune is running at (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said.join('\n')}`)))
  })
  return {
    pid: child.pid ?? 0,
    address,
    ready: performance.now() - begun,
    child,
    said,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Returns the CPU time of a process in milliseconds. Works on Linux only. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
