import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { readCertificate, watchCertificate } from '../http/tls.ts'
import type { Log } from '../log.ts'
import { type EndedPart, openEndedCalls } from './ended-calls.ts'
import type { RelayCertificate } from './relay.ts'
import type { FromRelay, ToRelay } from './relay.worker.ts'
import type { RelayFigures } from './turn.ts'

export type RelayProcessOptions = {
  secret: string
  /** The address to listen on. Null means all. */
  host: string | null
  port: number
  tls: Config['tls']
  log: Log
  /** The first and the longest pause before the process is started again, in milliseconds. Each pause is twice as long as the one before. */
  pauses?: readonly [first: number, longest: number]
}

/** `port-taken`: another program uses the port. `failed`: the process has ended, or cannot listen. In both cases, the process is started again. */
export type RelayState = 'starting' | 'open' | 'port-taken' | 'failed'

export type RelayProcess = {
  state(): RelayState
  /** The port on which the relay listens or, if its process has just been started or has just ended, will soon listen; otherwise null. */
  port(): number | null
  /** The id of the process; null while there is none. */
  pid(): number | null
  figures(): RelayFigures
  /** Ends the connections of a call, or of one person in it. Credentials that were issued up to `at` no longer work. */
  end(part: EndedPart): void
  close(): Promise<void>
}

const script = join(import.meta.dirname, 'relay.worker.ts')
const maxMegabytes = 64
/** A process that ran this long in milliseconds is started again after the first pause. */
const steadyMilliseconds = 60_000
/** The time in milliseconds after which a process that does not end is killed. */
const endMilliseconds = 2_000
/**
 * The time in milliseconds for which a relay that starts, or starts again, is expected to listen soon. A browser repeats its first packets for longer
 * than a start takes, so a person who joins meanwhile still connects through the relay.
 */
const expectedMilliseconds = 30_000

/**
 * Starts a process that has no environment variable, can read only its own code and cannot start other processes. So a fault in the code that reads
 * packets of strangers cannot reach the data of the practice, and a pause of the server is not heard in a call.
 */
const spawnRelay = () =>
  spawn(
    process.execPath,
    [`--max-old-space-size=${maxMegabytes}`, '--permission', `--allow-fs-read=${import.meta.dirname}`, script],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} },
  )

/** Runs the relay in a separate process, and starts it again with growing pauses when it ends. Never throws: a call also works without a relay. */
export function startRelayProcess(options: RelayProcessOptions): RelayProcess {
  const { log, tls } = options
  const { status, receive, onEnd, port } = openStatus(log, options.port)
  const ended = openEndedCalls(Date.now)
  const stopped = new AbortController()
  let child: ChildProcess | null = null
  const tell = (message: ToRelay) => {
    if (child?.connected) child.send(message, () => {})
  }
  async function runOnce(): Promise<void> {
    const { secret, host, port } = options
    child = spawnRelay()
    child.on('message', receive)
    // The event 'exit' follows the event 'error', except for a process that could not be started.
    const end = Promise.race([once(child, 'exit'), once(child, 'error')])
    tell({ type: 'open', secret, host, port, certificate: certificateOf(tls, log), ended: ended.all() })
    await end.catch(() => {})
    child = null
    if (!stopped.signal.aborted) onEnd()
  }
  const running = repeat(runOnce, options.pauses ?? [1_000, 60_000], stopped.signal)
  const stopWatching = tls ? watchRelayCertificate(tls, log, tell) : () => {}
  return {
    state: () => status.state,
    port,
    pid: () => child?.pid ?? null,
    figures: () => ({
      ...status.figures,
      bytes: status.bytesBefore + status.figures.bytes,
      refused: status.refusedBefore + status.figures.refused,
    }),
    end(part) {
      if (ended.add(part)) tell({ type: 'end', part })
    },
    async close() {
      stopped.abort()
      stopWatching()
      const kill = setTimeout(() => child?.kill('SIGKILL'), endMilliseconds)
      if (child?.connected) child.disconnect()
      await running
      clearTimeout(kill)
    },
  }
}

/** Runs `run` repeatedly until the signal aborts. The pauses grow as long as each run ends soon. */
async function repeat(run: () => Promise<void>, [first, longest]: readonly [number, number], signal: AbortSignal) {
  for (let pause = first; !signal.aborted; pause = Math.min(pause * 2, longest)) {
    const begin = Date.now()
    await run()
    if (Date.now() - begin > steadyMilliseconds) pause = first
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
  }
}

const noFigures: RelayFigures = { allocations: 0, bytes: 0, refused: 0 }

/**
 * Keeps the state and the figures that the process has last reported. Each new state is one line of the log. `chosen` is the port of the settings;
 * with 0, each start takes another port.
 */
function openStatus(log: Log, chosen: number) {
  const status = {
    state: 'starting' as RelayState,
    port: null as number | null,
    figures: noFigures,
    bytesBefore: 0,
    refusedBefore: 0,
    expectedSince: performance.now(),
  }
  function port(): number | null {
    if (status.port !== null || status.state === 'port-taken') return status.port
    return chosen !== 0 && performance.now() - status.expectedSince < expectedMilliseconds ? chosen : null
  }
  function change(state: RelayState, code?: string): void {
    if (state === status.state) return
    status.state = state
    if (state === 'open') log.info('the relay of video calls listens')
    if (state === 'port-taken') log.warn('the port of the relay of video calls is taken', { code: 'EADDRINUSE' })
    if (state === 'failed') log.warn('the relay of video calls has ended', code === undefined ? {} : { code })
  }
  function receive(message: FromRelay): void {
    if (message.type === 'figures') status.figures = message.figures
    else if (message.type === 'open') {
      status.port = message.port
      change('open')
    } else change(message.code === 'EADDRINUSE' ? 'port-taken' : 'failed', message.code)
  }
  function onEnd(): void {
    const { bytes, refused } = status.figures
    status.bytesBefore += bytes
    status.refusedBefore += refused
    status.figures = noFigures
    if (status.port !== null) status.expectedSince = performance.now()
    status.port = null
    if (status.state !== 'port-taken') change('failed')
  }
  return { status, receive, onEnd, port }
}

/** The certificate for TLS; null if there is none, or if it cannot be used. UDP and TCP work without it. */
function certificateOf(tls: Config['tls'], log: Log): RelayCertificate | null {
  if (!tls) return null
  try {
    const { cert, key } = readCertificate(tls)
    createSecureContext({ cert, key })
    return { cert: cert.toString(), key: key.toString() }
  } catch (error) {
    log.warn('the relay of video calls cannot use the certificate', { error })
    return null
  }
}

function watchRelayCertificate(tls: NonNullable<Config['tls']>, log: Log, tell: (message: ToRelay) => void) {
  const server = {
    setSecureContext({ cert, key }: { cert: Buffer; key: Buffer }) {
      createSecureContext({ cert, key })
      tell({ type: 'certificate', certificate: { cert: cert.toString(), key: key.toString() } })
    },
  }
  return watchCertificate(server, tls, log)
}
