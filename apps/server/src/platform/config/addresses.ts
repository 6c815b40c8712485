import { BlockList, isIP } from 'node:net'
import { showValue } from './values.ts'
import type { ClamdAddress } from '../files/clamd.ts'

/** Reads a list of addresses and networks (CIDR). Adds a sentence to `mistakes` for each wrong entry. */
export function readTrustProxy(value: string | null, mistakes: string[]): string[] {
  const entries =
    value
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  for (const entry of entries) {
    if (!isNetwork(entry))
      mistakes.push(
        `TRUST_PROXY must list addresses or networks such as 10.0.0.2 or 10.0.0.0/8, not ${showValue(entry)}.`,
      )
  }
  return entries
}

/** Returns a message for the start if a network of trusted proxies contains every address, or a large part of all addresses; none otherwise. */
export function trustNotes(trustProxy: readonly string[]): string[] {
  const network = trustProxy.find(isHuge)
  if (!network) return []
  const extent = /\/0+$/.test(network) ? 'every address' : 'a large part of all addresses'
  return [
    `TRUST_PROXY trusts ${extent} (${network}), so anyone can pretend to come from another address and ` +
      'to use https. List only the addresses of your proxies.',
  ]
}

/** The shortest prefixes that private networks have: 10.0.0.0/8 and fc00::/7. */
const [shortestIPv4, shortestIPv6] = [8, 7]
/** The IPv4 addresses in the form of IPv6. */
const mappedIPv4 = new BlockList()
mappedIPv4.addSubnet('::ffff:0:0', 96, 'ipv6')

function isHuge(entry: string): boolean {
  const [address = '', bits] = entry.split('/')
  if (bits === undefined) return false
  if (isIP(address) === 4) return Number(bits) < shortestIPv4
  const isMapped = Number(bits) >= 96 && mappedIPv4.check(address, 'ipv6')
  return Number(bits) < (isMapped ? 96 + shortestIPv4 : shortestIPv6)
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits)) return false
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

/** Reads the address of the virus scanner; null if there is none. Adds a sentence to `mistakes` if it is wrong. */
export function readClamd(value: string | null, mistakes: string[]): ClamdAddress | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  // A connection needs an IPv6 address without the brackets that an address in a URL has.
  if (url?.protocol === 'tcp:' && url.hostname && Number(url.port) > 0)
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
  if (url?.protocol === 'unix:' && !url.hostname && url.pathname.length > 1) return { path: url.pathname }
  mistakes.push(
    `CLAMD_URL must look like tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl, not ${showValue(value)}.`,
  )
  return null
}

/** Reads the list of `host:port` of the setting `name`. Adds a sentence to `mistakes` for each wrong entry. */
export function readLocalHosts(name: string, value: string | null, mistakes: string[]): string[] {
  const entries =
    value
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  return entries.map((entry) => {
    const address = `http://${entry}/`
    const url = URL.canParse(address) ? new URL(address) : null
    const port = /:(\d{1,5})$/.exec(entry)?.[1]
    if (url && port && url.href.replace(/(:80)?\/$/, '') === `http://${entry.toLowerCase().replace(/:80$/, '')}`)
      return `${url.hostname}:${port}`
    mistakes.push(`${name} must list hosts with ports such as 127.0.0.1:11434, not ${showValue(entry)}.`)
    return entry
  })
}
