// Runs the servers of one worker of the journeys one after another. The process loads the code of the server once, which takes longer than a start.
import type { RunningApp } from '../apps/server/src/app.ts'
import { startApp } from './start-app.ts'

/** A request of the worker: to start a server with these environment variables, or to stop the running one. */
export type HostRequest = { start: NodeJS.ProcessEnv } | 'stop'
/** The answer of the host: the address of the started server, null after a stop, or the error. */
export type HostAnswer = { address: string | null } | { error: string }

let app: RunningApp | null = null

process.on('message', (request: HostRequest) => {
  void handle(request)
    .catch((error: unknown): HostAnswer => ({ error: error instanceof Error ? (error.stack ?? '') : String(error) }))
    .then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', (error) => app?.log.error('unhandled rejection', { error }))

async function handle(request: HostRequest): Promise<HostAnswer> {
  if (request === 'stop') {
    await app?.close()
    app = null
    return { address: null }
  }
  app = await startApp(request.start)
  return { address: app.address }
}
