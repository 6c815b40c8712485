import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { credentialSeconds, relayCredentials, type RelayOwner, relaySecretOf } from './relay-credentials.ts'
import { type RelayProcess, type RelayState, startRelayProcess } from './relay-process.ts'
import type { RelayFigures } from './turn.ts'

/** A relay as a browser gets it. */
export type IceServer = { urls: string[]; username: string; credential: string }

type RelayDeps = {
  config: Pick<Config, 'ownRelay' | 'otherRelay' | 'tls'>
  secrets: Pick<Secrets, 'linkKey'>
  log: Log
}

/** The relay of video calls: Attune's own one in a process of its own, another one, or none. */
export type VideoRelay = {
  /** Starts Attune's own relay if the settings say so. Returns at once. */
  start(): void
  /** The state of Attune's own relay; null if it does not run. */
  state(): RelayState | null
  figures(): RelayFigures
  /**
   * The relays with credentials for a person in a call, issued at `now` and valid for `credentialSeconds`, in the order in which a browser should try
   * them. Empty if no relay can be used. `host` is the name or address by which the browser reaches Attune.
   */
  iceServersFor(owner: RelayOwner & { host: string; now: Date }): IceServer[]
  /** Ends all connections of a call through Attune's own relay. Credentials that were issued before no longer work. */
  endCall(call: string): void
  /** Ends those of one person in a call. */
  endPerson(call: string, person: string): void
  close(): Promise<void>
}

export function openVideoRelay({ config, secrets, log }: RelayDeps): VideoRelay {
  const { ownRelay, otherRelay, tls } = config
  const secret = otherRelay?.secret ?? relaySecretOf(secrets)
  let running: RelayProcess | null = null
  return {
    start() {
      if (ownRelay) running ??= startRelayProcess({ ...ownRelay, secret, tls, log })
    },
    state: () => running?.state() ?? null,
    figures: () => running?.figures() ?? { allocations: 0, bytes: 0, refused: 0 },
    iceServersFor({ host, now, ...owner }) {
      const port = running?.port() ?? null
      const urls = otherRelay?.urls ?? (port === null ? [] : urlsOf(host, port, tls !== null))
      const until = new Date(now.getTime() + credentialSeconds * 1_000)
      return urls.length === 0 ? [] : [{ urls, ...relayCredentials({ secret, ...owner, until }) }]
    },
    endCall: (call) => running?.end({ call }),
    endPerson: (call, person) => running?.end({ call, person }),
    close: async () => running?.close(),
  }
}

/** UDP is the fastest, TCP works where UDP is blocked, and TLS where only encrypted connections are let through. */
const urlsOf = (host: string, port: number, hasTls: boolean) => [
  `turn:${host}:${port}?transport=udp`,
  `turn:${host}:${port}?transport=tcp`,
  ...(hasTls ? [`turns:${host}:${port}?transport=tcp`] : []),
]
