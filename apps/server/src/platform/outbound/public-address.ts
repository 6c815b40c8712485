import { BlockList, isIP } from 'node:net'

const kept = new BlockList()
// IANA's registries of special-purpose addresses: what is not globally reachable, and what is no single machine.
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
  kept.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  kept.addSubnet(network, bits, 'ipv6')
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to a machine in the open internet: not to this one, its network, its cloud, nor to a tunnel into them. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !kept.check(address, 'ipv4')
  // Of IPv6 only what has been given out counts: mapped, translated and link-local addresses all lie outside.
  return family === 6 && given.check(address, 'ipv6') && !kept.check(address, 'ipv6')
}
