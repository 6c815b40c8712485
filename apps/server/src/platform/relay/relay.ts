import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { type RelayLimits, relayLimits, type RelayClient } from './allocations.ts'
import type { EndedPart } from './ended-calls.ts'
import { withoutMapping } from './stun/stun-address.ts'
import { paddedLength } from './stun/stun.ts'
import { isChannelData } from './turn-data.ts'
import type { Forward } from './turn-state.ts'
import { openTurn, type RelayFigures, type Turn } from './turn.ts'

/** The certificate and its key, as PEM. */
export type RelayCertificate = { cert: string; key: string }

export type RelayOptions = {
  secret: string
  /** The address to listen on. Null means all, of both families. */
  host: string | null
  /** The port of UDP, TCP and TLS. 0 lets the system choose. */
  port: number
  certificate?: RelayCertificate | null
  limits?: Partial<RelayLimits>
  forward?: Forward
  now?: () => number
}

export type Relay = {
  port: number
  /** Ends the allocations of a call, or of one person in it, at once. */
  end(part: EndedPart): void
  figures(): RelayFigures
  setCertificate(certificate: RelayCertificate): void
  close(): Promise<void>
}

/** The most bytes that wait for a slow receiver. Further data is dropped: late sound and pictures are useless. */
const mostQueuedBytes = 256_000
const socketBufferBytes = 1 << 20
/** The most bytes of a message in a stream. */
const mostMessageBytes = 4_096
const mostConnections = 1_000
const sweepMilliseconds = 5_000
/** The time in milliseconds within which a stream must have an allocation, and the time without any data after which it is closed. */
const [openingMilliseconds, idleMilliseconds] = [30_000, 150_000]
/** The first byte of a TLS connection. A message of STUN never begins with it (RFC 7983). */
const tlsHandshake = 22

/**
 * Opens a closed relay (TURN): it forwards packets between the people of one call and to no other address. UDP, TCP and TLS share one port. Rejects
 * if the port cannot be used.
 */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  const { secret, forward = (send) => send(), now = Date.now } = options
  const turn = openTurn({ secret, limits: { ...relayLimits, ...options.limits }, forward, now })
  const connections = new Set<Socket>()
  let tls = options.certificate ? openTls(options.certificate, turn) : null
  const onConnection = (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    acceptStream(socket, turn, () => tls)
  }
  const { tcp, udp, port } = await listen(options, onConnection)
  udp.on('message', (bytes, sender) => receiveUdp(udp, turn, bytes, sender))
  const sweep = setInterval(() => turn.sweep(), sweepMilliseconds)
  return {
    port,
    end: (part) => turn.end(part),
    figures: () => turn.figures(),
    setCertificate(certificate) {
      if (tls) tls.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' })
      else tls = openTls(certificate, turn)
    },
    async close() {
      clearInterval(sweep)
      udp.close()
      tcp.close()
      for (const socket of connections) socket.destroy()
      await Promise.all([once(udp, 'close'), once(tcp, 'close')])
    },
  }
}

type Listeners = { tcp: Server; udp: UdpSocket; port: number }

/** Listens on all addresses of both families if there is no host, and only on IPv4 where the machine has no IPv6. */
async function listen({ host, port }: RelayOptions, onConnection: (socket: Socket) => void): Promise<Listeners> {
  try {
    return await listenAt(host ?? '::', port, onConnection)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (host !== null || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL' && code !== 'EINVAL')) throw error
    return listenAt('0.0.0.0', port, onConnection)
  }
}

async function listenAt(host: string, wanted: number, onConnection: (socket: Socket) => void): Promise<Listeners> {
  const tcp = createServer(onConnection)
  tcp.maxConnections = mostConnections
  tcp.listen(wanted, host)
  await once(tcp, 'listening')
  const port = (tcp.address() as { port: number }).port
  const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
  try {
    udp.bind(port, host)
    await once(udp, 'listening')
  } catch (error) {
    udp.close()
    tcp.close()
    throw error
  }
  // One packet that cannot be sent, for example to a host that has gone, is no fault of the relay.
  udp.on('error', () => {})
  tcp.on('error', () => {})
  enlargeBuffers(udp)
  return { tcp, udp, port }
}

/** Requests larger socket buffers. If the system refuses, the relay works with the buffers that it has. */
function enlargeBuffers(udp: UdpSocket): void {
  try {
    udp.setRecvBufferSize(socketBufferBytes)
    udp.setSendBufferSize(socketBufferBytes)
  } catch {
    // The relay works with smaller buffers.
  }
}

function receiveUdp(udp: UdpSocket, turn: Turn, bytes: Buffer, sender: { address: string; port: number }): void {
  const { address, port } = sender
  // A forged sender can have the port 0, to which nothing can be sent.
  if (port === 0) return
  turn.receive(bytes, {
    key: `udp ${address} ${port}`,
    ip: withoutMapping(address),
    port,
    isStream: false,
    send(answer) {
      if (udp.getSendQueueSize() < mostQueuedBytes) udp.send(answer, port, address, () => {})
    },
  })
}

function openTls(certificate: RelayCertificate, turn: Turn): TlsServer {
  const server = createTlsServer({ ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 }, (socket) =>
    readStream(socket, turn),
  )
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return server
}

/** Reads a connection as TLS if it begins like one, and otherwise as plain TURN. */
function acceptStream(socket: Socket, turn: Turn, tls: () => TlsServer | null): void {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(openingMilliseconds, () => socket.destroy())
  socket.once('data', (first: Buffer) => {
    socket.pause()
    socket.unshift(first)
    if (first[0] !== tlsHandshake) readStream(socket, turn)
    else {
      const server = tls()
      if (!server) return void socket.destroy()
      server.emit('connection', socket)
    }
    process.nextTick(() => socket.resume())
  })
}

let streams = 0

function readStream(socket: Socket, turn: Turn): void {
  const { remoteAddress = '', remotePort = 0 } = socket
  if (remoteAddress === '') return void socket.destroy()
  const client: RelayClient = {
    // An address and port can come again while the old connection is still closing.
    key: `stream ${++streams}`,
    ip: withoutMapping(remoteAddress),
    port: remotePort,
    isStream: true,
    send(bytes) {
      if (!socket.destroyed && socket.writableLength < mostQueuedBytes) socket.write(bytes)
    },
  }
  socket.setNoDelay(true)
  socket.setTimeout(idleMilliseconds, () => socket.destroy())
  const opening = setTimeout(() => {
    if (!turn.hasAllocation(client)) socket.destroy()
  }, openingMilliseconds)
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    const left = receiveMessages(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes, (message) =>
      turn.receive(message, client),
    )
    if (left) rest = left
    else socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearTimeout(opening)
    turn.leave(client)
  })
}

/**
 * Handles the whole messages in `bytes`. Returns the bytes after them; null if `bytes` contains anything other than TURN messages, or a message that
 * is too long.
 */
function receiveMessages(bytes: Buffer, receive: (message: Buffer) => void): Buffer | null {
  let at = 0
  while (bytes.length - at >= 4) {
    const head = bytes.subarray(at)
    const length = head.readUInt16BE(2)
    const size = isChannelData(head) ? 4 + paddedLength(length) : 20 + length
    if (((head[0] ?? 0) & 0x80) !== 0 || size > mostMessageBytes) return null
    if (head.length < size) break
    receive(head.subarray(0, size))
    at += size
  }
  return bytes.subarray(at)
}
