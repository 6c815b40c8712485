import { createHook } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'

export type ConnectCount = {
  /** The ports of this machine to which the process has connected, and `address:port` elsewhere. */
  targets(): string[]
  /** The number of sockets that Node reported on the channel `net.client.socket`, which excludes those of database drivers. */
  announced(): number
  stop(): void
}

/** Node's internal request to connect a socket; the target is assigned after its creation. */
type ConnectRequest = { address?: string; port?: number }

/**
 * Counts all connections that this process opens from now on, including failed ones. The channel `net.client.socket` only reports connections of
 * `net.connect`, so connect requests are counted too.
 */
export function countConnects(): ConnectCount {
  const requests: ConnectRequest[] = []
  let announced = 0
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TCPCONNECTWRAP' || type === 'UDPSENDWRAP') requests.push(resource as ConnectRequest)
    },
  }).enable()
  const count = (_message: unknown) => void announced++
  diagnostics.subscribe('net.client.socket', count)
  return {
    targets: () =>
      requests.map(({ address, port }) =>
        address === '127.0.0.1' || address === '::1' ? `${port}` : `${address}:${port}`,
      ),
    announced: () => announced,
    stop() {
      hook.disable()
      diagnostics.unsubscribe('net.client.socket', count)
    },
  }
}
