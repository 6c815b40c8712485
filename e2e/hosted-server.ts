import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HostAnswer, HostRequest } from './server-host.ts'

/** The process that runs this worker's servers, until it is killed. */
let host: ChildProcess | null = null

/** Starts a server in the same process as the servers of earlier journey files. */
export async function startHosted(env: NodeJS.ProcessEnv, node: string) {
  host ??= forkHost(node)
  const running = host
  const address = await ask(running, { start: env })
  return {
    address: address ?? '',
    setupLink: '',
    async end(signal: NodeJS.Signals) {
      if (signal === 'SIGTERM') return void (await ask(running, 'stop'))
      const gone = once(running, 'exit')
      running.kill(signal)
      await gone
    },
  }
}

function forkHost(node: string): ChildProcess {
  const child = fork(join(import.meta.dirname, 'server-host.ts'), {
    execPath: node,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    cwd: join(import.meta.dirname, '..'),
  })
  child.once('exit', () => {
    if (host === child) host = null
  })
  // The log contains only errors. They show the cause of a failed journey.
  if (child.stdout) createInterface(child.stdout).on('line', (line) => line.startsWith('{') && console.error(line))
  return child
}

async function ask(child: ChildProcess, request: HostRequest): Promise<string | null> {
  if (!child.connected) throw new Error('the process of the server has ended')
  child.send(request)
  const gone = once(child, 'exit').then((): [HostAnswer] => [{ error: 'the process of the server ended' }])
  const [answer] = (await Promise.race([once(child, 'message'), gone])) as [HostAnswer]
  if ('error' in answer) throw new Error(answer.error)
  return answer.address
}
