import { createHook } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'

export type ConnectCount = {
  /** The ports of this machine to which the process has connected, and `address:port` elsewhere. */
  targets(): string[]
  /** The sockets that Node has announced on the channel `net.client.socket`. Sockets of a database driver are not among them. */
  announced(): number
  stop(): void
}

/** The request of Node to connect a socket, which gets its target after it was created. */
type ConnectRequest = { address?: string; port?: number }

/**
 * Counts each connection that this process opens from now on, also those that fail. `net.client.socket` announces only what
 * `net.connect` opens, so the requests to connect are counted too.
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
