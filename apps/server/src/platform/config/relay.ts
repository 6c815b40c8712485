import { isIP, isIPv6 } from 'node:net'
import { isLoopback } from '@attune/contract/common/text/public-address'
import { readSwitch, requireSecretWord, showValue } from './values.ts'

/** The relay of video calls. */
export type RelayConfig = {
  /** The address at which Attune's own relay listens; null if it does not run. `host` is null for all addresses of the machine. */
  ownRelay: { host: string | null; port: number } | null
  /**
   * The address at which browsers reach Attune's own relay; null if they use the host of PUBLIC_URL. The relay may run on another server of Attune.
   */
  relayAddress: { host: string; port: number } | null
  /**
   * Whether `RELAY=off` keeps Attune's own relay from running. If false and `ownRelay` is null, the relay does not run because there is another relay
   * or because others cannot reach this machine.
   */
  isRelayOff: boolean
  /** Another relay, such as coturn, that is configured with the same secret; null if there is none. */
  otherRelay: { urls: string[]; secret: string } | null
}

export const relayNames = ['RELAY', 'RELAY_PORT', 'RELAY_HOST', 'TURN_URLS', 'TURN_SECRET'] as const

const standardPort = 3478
const relayHost = /^([a-z0-9.-]+|\[[\da-f:]+\])$/i
/** `turn:` or `turns:`, a host, and optionally a port and the transport (RFC 7065). */
const turnUrl = /^turns?:([a-z0-9.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i

/**
 * Reads the settings of the relay. Without these settings, Attune's own relay runs if others can reach this machine under `host`. Adds a sentence to
 * `mistakes` for each wrong value.
 */
export function readRelayConfig(
  read: (name: (typeof relayNames)[number]) => string | null,
  host: string,
  mistakes: string[],
): RelayConfig {
  const own = read('RELAY')
  const isOn = own === null ? null : readSwitch('RELAY', own, mistakes)
  const port = readRelayPort(read('RELAY_PORT'), mistakes)
  const publicHost = readRelayHost(read('RELAY_HOST'), mistakes)
  const otherRelay = readOtherRelay(read('TURN_URLS'), read('TURN_SECRET'), mistakes)
  if (otherRelay && publicHost)
    mistakes.push("RELAY_HOST can't be set together with TURN_URLS, which names another relay.")
  if (otherRelay && isOn) mistakes.push("RELAY can't be on together with TURN_URLS, which names another relay.")
  const runs = otherRelay === null && (isOn ?? !isLoopback(host))
  return {
    ownRelay: runs ? { host: addressOf(host), port } : null,
    relayAddress: publicHost === null ? null : { host: publicHost, port },
    isRelayOff: isOn === false,
    otherRelay,
  }
}

/**
 * Returns the address at which the relay listens; null for all addresses. HOST may be reachable only from a proxy on this machine, while browsers
 * connect to the relay directly.
 */
const addressOf = (host: string) =>
  isIP(host) === 0 || isLoopback(host) || host === '0.0.0.0' || host === '::' ? null : host

function readRelayPort(value: string | null, mistakes: string[]): number {
  if (value === null) return standardPort
  if (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535) return Number(value)
  mistakes.push(`RELAY_PORT must be a number from 1 to 65535, not ${showValue(value)}.`)
  return standardPort
}

/**
 * Reads RELAY_HOST, a host name or an address. Puts an IPv6 address in brackets, as in a URL. Adds a sentence to `mistakes` if the value is wrong.
 */
function readRelayHost(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const host = isIPv6(value) ? `[${value}]` : value
  if (relayHost.test(host)) return host
  mistakes.push(
    `RELAY_HOST must be a name such as relay.example or an address, without a port, not ${showValue(value)}.`,
  )
  return null
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
