import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A balancer of connections without stickiness. Each new connection goes to the first of `addresses` that accepts it. */
export type Balancer = {
  address: string
  /** The addresses of the servers, the preferred one first. A journey may replace them. */
  addresses: string[]
  /** Calls `act` once, as soon as browsers have sent `bytes` more bytes. */
  afterBytes(bytes: number, act: () => void): void
  close(): Promise<void>
}

export async function openBalancer(addresses: string[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let [left, actOnce] = [Infinity, () => {}]
  const server = createServer((from) => {
    open.add(from.on('close', () => open.delete(from)).on('error', () => from.destroy()))
    void connectToFirst(balancer.addresses).then((to) => {
      if (!to || from.destroyed) {
        from.destroy()
        to?.destroy()
        return
      }
      to.on('close', () => from.destroy()).on('error', () => from.destroy())
      from.on('close', () => to.destroy())
      from.on('data', ({ length }) => {
        left -= length
        if (left > 0) return
        left = Infinity
        actOnce()
      })
      from.pipe(to).pipe(from)
    })
  })
  const balancer: Balancer = {
    address: `http://localhost:${await listen(server)}`,
    addresses,
    afterBytes: (bytes, act) => void ([left, actOnce] = [bytes, act]),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return balancer
}

async function listen(server: Server): Promise<number> {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Connects to the first server that accepts the connection. Returns null if none does. */
async function connectToFirst(addresses: string[]): Promise<Socket | null> {
  for (const address of addresses) {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isOpen) return socket
  }
  return null
}
