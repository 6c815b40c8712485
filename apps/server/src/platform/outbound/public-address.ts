import { BlockList, isIP } from 'node:net'

const specialPurpose = new BlockList()
// Special-purpose addresses from IANA's registries that are not globally reachable, and multicast addresses.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialPurpose.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialPurpose.addSubnet(network, bits, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is public. Addresses of this machine, of its local or cloud network and of tunnels into these networks are not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialPurpose.check(address, 'ipv4')
  // An IPv6 address is public only within the allocated global unicast range, which excludes mapped, translated and link-local addresses.
  return family === 6 && globalUnicast.check(address, 'ipv6') && !specialPurpose.check(address, 'ipv6')
}
