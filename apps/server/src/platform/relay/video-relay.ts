import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { askRelay, type RelayCheck } from './relay-check.ts'
import { credentialSeconds, relayCredentials, type RelayOwner, relaySecretOf } from './relay-credentials.ts'
import { type RelayProcess, type RelayState, startRelayProcess } from './relay-process.ts'
import type { RelayFigures } from './turn.ts'

/** A relay as a browser gets it. */
export type IceServer = { urls: string[]; username: string; credential: string }

type RelayDeps = {
  config: Pick<Config, 'ownRelay' | 'otherRelay' | 'relayAddress' | 'isRelayOff' | 'tls'>
  secrets: Pick<Secrets, 'linkKey'>
  log: Log
}

/** The relay of video calls: Attune's own relay in a separate process, another relay, or none. */
export type VideoRelay = {
  /** Starts Attune's own relay if the settings say so. Returns at once. */
  start(): void
  /** The state of Attune's own relay; null if it does not run. */
  state(): RelayState | null
  /** The state of the relay, as far as this server can find it out. Asks Attune's own relay for an answer first. */
  check(): Promise<RelayCheck>
  figures(): RelayFigures
  /** Whether a relay can be offered to a browser that reaches Attune by this name or address. */
  isOffered(host: string): boolean
  /**
   * The relays with credentials for a person in a call, issued at `now` and valid for `credentialSeconds`, in the order in which a browser should try
   * them. Empty if no relay can be used. `host` is the name or address by which the browser reaches Attune; RELAY_HOST comes before it, so that with
   * several servers all people of a call get the same relay.
   */
  iceServersFor(owner: RelayOwner & { host: string; now: Date }): IceServer[]
  /** The relays with credentials for a test from a browser: valid for five minutes, and for a call that does not exist. */
  iceServersForTest(at: { host: string; now: Date }): IceServer[]
  /**
   * Ends all connections of a call through Attune's own relay at once, and refuses credentials that were issued up to `at`, by default now. Call it
   * on every server, because any of them may run the relay, and each time the database reports the end: repeated with the same `at` it changes
   * nothing, and on a server without a relay it does nothing. It costs one message to the process of the relay.
   */
  endCall(call: string, at?: Date): void
  /** Ends the connections of one person in a call, in the same way. The person can join again with credentials that are issued later. */
  endPerson(call: string, person: string, at?: Date): void
  close(): Promise<void>
}

/** The seconds for which credentials for a test are valid. */
const testSeconds = 300

export function openVideoRelay({ config, secrets, log }: RelayDeps): VideoRelay {
  const { ownRelay, otherRelay, relayAddress, tls } = config
  const secret = otherRelay?.secret ?? relaySecretOf(secrets)
  let running: RelayProcess | null = null
  /**
   * Returns the address at which browsers reach the relay; null while there is none. If this server runs no relay, returns the address of another
   * server's relay, which RELAY_HOST names.
   */
  function addressFor(host: string): { host: string; port: number } | null {
    if (!ownRelay) return relayAddress
    const port = running?.port() ?? null
    return port === null ? null : { host: relayAddress?.host ?? host, port }
  }
  function urlsFor(host: string): string[] {
    const address = addressFor(host)
    return otherRelay?.urls ?? (address ? urlsOf(address.host, address.port, tls !== null) : [])
  }
  function iceServers(owner: RelayOwner, host: string, until: Date): IceServer[] {
    const urls = urlsFor(host)
    return urls.length === 0 ? [] : [{ urls, ...relayCredentials({ secret, ...owner, until }) }]
  }
  const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)
  return {
    start() {
      if (ownRelay) running ??= startRelayProcess({ ...ownRelay, secret, tls, log })
    },
    state: () => running?.state() ?? null,
    async check() {
      if (!ownRelay) return askRelay(config)
      const [state, port] = [running?.state() ?? 'starting', running?.port() ?? ownRelay.port]
      return state === 'open' ? askRelay({ ...config, ownRelay: { ...ownRelay, port } }) : { state, port }
    },
    figures: () => running?.figures() ?? { allocations: 0, bytes: 0, refused: 0 },
    isOffered: (host) => urlsFor(host).length > 0,
    iceServersFor: ({ host, now, ...owner }) => iceServers(owner, host, secondsAfter(now, credentialSeconds)),
    iceServersForTest: ({ host, now }) =>
      iceServers({ call: randomUUID(), person: 'test' }, host, secondsAfter(now, testSeconds)),
    endCall: (call, at = new Date()) => running?.end({ call, at: at.getTime() }),
    endPerson: (call, person, at = new Date()) => running?.end({ call, person, at: at.getTime() }),
    close: async () => running?.close(),
  }
}

/** UDP is the fastest, TCP works where UDP is blocked, and TLS where only encrypted connections are let through. */
const urlsOf = (host: string, port: number, hasTls: boolean) => [
  `turn:${host}:${port}?transport=udp`,
  `turn:${host}:${port}?transport=tcp`,
  ...(hasTls ? [`turns:${host}:${port}?transport=tcp`] : []),
]
