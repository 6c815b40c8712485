import { isIP } from 'node:net'
import { isLoopback } from '@attune/contract/common/text/public-address'
import { readSwitch, requireSecretWord, showValue } from './values.ts'

/** The relay of video calls. */
export type RelayConfig = {
  /** Where Attune's own relay listens; null if it does not run. `host` is null for all addresses of the machine. */
  ownRelay: { host: string | null; port: number } | null
  /** Another relay, such as coturn, that knows the same secret; null if there is none. */
  otherRelay: { urls: string[]; secret: string } | null
}

export const relayNames = ['RELAY', 'RELAY_PORT', 'TURN_URLS', 'TURN_SECRET'] as const

const standardPort = 3478
/** `turn:` or `turns:`, a host, and optionally a port and the transport (RFC 7065). */
const turnUrl = /^turns?:([a-z0-9.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i

/**
 * Reads the settings of the relay. Without them, Attune's own one runs if others can reach this machine under `host`. Adds a sentence to `mistakes`
 * for each wrong value.
 */
export function readRelayConfig(
  read: (name: (typeof relayNames)[number]) => string | null,
  host: string,
  mistakes: string[],
): RelayConfig {
  const own = read('RELAY')
  const isOn = own === null ? null : readSwitch('RELAY', own, mistakes)
  const port = readRelayPort(read('RELAY_PORT'), mistakes)
  const otherRelay = readOtherRelay(read('TURN_URLS'), read('TURN_SECRET'), mistakes)
  if (otherRelay && isOn) mistakes.push("RELAY can't be on together with TURN_URLS, which names another relay.")
  const runs = otherRelay === null && (isOn ?? !isLoopback(host))
  return { ownRelay: runs ? { host: addressOf(host), port } : null, otherRelay }
}

/** A proxy on this machine may be all that reaches HOST, while browsers reach the relay themselves. */
const addressOf = (host: string) =>
  isIP(host) === 0 || isLoopback(host) || host === '0.0.0.0' || host === '::' ? null : host

function readRelayPort(value: string | null, mistakes: string[]): number {
  if (value === null) return standardPort
  if (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535) return Number(value)
  mistakes.push(`RELAY_PORT must be a number from 1 to 65535, not ${showValue(value)}.`)
  return standardPort
}

function readOtherRelay(list: string | null, secret: string | null, mistakes: string[]): RelayConfig['otherRelay'] {
  if (list === null && secret === null) return null
  if (list === null || secret === null) {
    mistakes.push('Set both TURN_URLS and TURN_SECRET, or neither.')
    return null
  }
  const urls = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  for (const url of urls)
    if (!turnUrl.test(url))
      mistakes.push(
        `TURN_URLS must list addresses such as turn:relay.example:3478?transport=udp, not ${showValue(url)}.`,
      )
  requireSecretWord('TURN_SECRET', secret, mistakes)
  return { urls, secret }
}
