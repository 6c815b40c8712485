import { BlockList, isIPv4 } from 'node:net'

/** Whether an address is a configured proxy, or is in a configured network of proxies. */
export function isTrustedProxy(address: string | undefined, trustProxy: readonly string[]): boolean {
  if (!address) return false
  const unmapped = address.replace(/^::ffff:/, '')
  const list = new BlockList()
  for (const entry of trustProxy) {
    const [net = '', bits] = entry.split('/')
    const family = isIPv4(net) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  }
  return list.check(unmapped, isIPv4(unmapped) ? 'ipv4' : 'ipv6')
}
