import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { keyOfCredentials, relayCredentials, type RelayCredentials } from './relay-credentials.ts'
import { decodeAddress, encodeAddress, type StunAddress } from './stun/stun-address.ts'
import {
  buildStun,
  paddedLength,
  parseStun,
  stunAttributes,
  type StunAttribute,
  stunClasses,
  type StunMessage,
  stunMethods,
  uint32,
} from './stun/stun.ts'
import { isChannelData } from './turn-data.ts'

export const testSecret = 'a secret of the relay in tests'

export const hourFromNow = () => new Date(Date.now() + 3_600_000)

export const testCredentials = (person: string, call = 'call'): RelayCredentials =>
  relayCredentials({ secret: testSecret, call, person, until: hourFromNow() })

/** Data that a client received, with the channel or the address from which it came. */
export type Received = { data: string; channel?: number; from?: StunAddress }

type Answer = { code: number | null; message: StunMessage }

const codeOf = ({ attributes }: StunMessage): number | null => {
  const value = attributes.get(stunAttributes.errorCode)
  return value ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : null
}

type Wire = { send(bytes: Buffer): void; close(): void; isStream: boolean }

async function openUdp(port: number, host: string, receive: (bytes: Buffer) => void): Promise<Wire> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', receive)
  socket.connect(port, host)
  await once(socket, 'connect')
  return { send: (bytes) => socket.send(bytes), close: () => socket.close(), isStream: false }
}

async function openStream(socket: Socket, event: string, receive: (bytes: Buffer) => void): Promise<Wire> {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 4) {
      const length = rest.readUInt16BE(2)
      const size = isChannelData(rest) ? 4 + paddedLength(length) : 20 + length
      if (rest.length < size) return
      receive(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  })
  await once(socket, event)
  return { send: (bytes) => socket.write(bytes), close: () => socket.destroy(), isStream: true }
}

export type RelayTransport = 'udp' | 'tcp' | 'tls'

export type TestClient = Awaited<ReturnType<typeof openTestClient>>

/** A client of a relay without a browser. Each of its requests is repeated until it is answered, as browsers do. */
export async function openTestClient(port: number, transport: RelayTransport = 'udp', host = '127.0.0.1') {
  const waiting = new Map<string, (message: StunMessage) => void>()
  const received: Received[] = []
  let takeData: ((data: Buffer) => void) | null = null
  const receive = (bytes: Buffer) => {
    if (isChannelData(bytes)) {
      if (takeData) return takeData(bytes.subarray(4, 4 + bytes.readUInt16BE(2)))
      const data = bytes.subarray(4, 4 + bytes.readUInt16BE(2)).toString()
      return void received.push({ data, channel: bytes.readUInt16BE(0) })
    }
    const message = parseStun(Buffer.from(bytes))
    if (!message) throw new Error('The relay sent something that is no message')
    waiting.get(message.transactionId.toString('hex'))?.(message)
    if (message.class !== stunClasses.indication) return
    const from = decodeAddress(message.attributes.get(stunAttributes.peerAddress), message.transactionId)
    const data = message.attributes.get(stunAttributes.data)?.toString() ?? ''
    received.push({ data, ...(from && { from }) })
  }
  const wire =
    transport === 'udp'
      ? await openUdp(port, host, receive)
      : transport === 'tcp'
        ? await openStream(connectTcp(port, host), 'connect', receive)
        : await openStream(connectTls({ port, host, rejectUnauthorized: false }), 'secureConnect', receive)

  let login: { credentials: RelayCredentials; nonce: Buffer; key: Buffer } | null = null

  async function send(bytes: Buffer, transactionId: Buffer): Promise<Answer> {
    const message = await new Promise<StunMessage>((resolve) => {
      wire.send(bytes)
      const again = wire.isStream ? undefined : setInterval(() => wire.send(bytes), 500)
      waiting.set(transactionId.toString('hex'), (answer) => {
        clearInterval(again)
        resolve(answer)
      })
    })
    return { code: codeOf(message), message }
  }
  async function request(
    method: number,
    attributes: readonly StunAttribute[],
    transactionId: Buffer = randomBytes(12),
  ): Promise<Answer> {
    const own: StunAttribute[] = login
      ? [
          [stunAttributes.username, Buffer.from(login.credentials.username)],
          [stunAttributes.realm, Buffer.from('attune')],
          [stunAttributes.nonce, login.nonce],
        ]
      : []
    const parts = { method, class: stunClasses.request, transactionId, key: login?.key }
    return send(buildStun({ ...parts, attributes: [...attributes, ...own] }), transactionId)
  }
  const peer = (address: StunAddress, transactionId: Buffer) =>
    [stunAttributes.peerAddress, encodeAddress(address, transactionId)] as const
  const transactional = (method: number, to: StunAddress, more: readonly StunAttribute[] = []) => {
    const transactionId = randomBytes(12)
    return request(method, [peer(to, transactionId), ...more], transactionId)
  }
  return {
    received,
    /** Passes the data of channels to a function instead of adding it to `received`. */
    onData(take: (data: Buffer) => void) {
      takeData = take
    },
    sendRaw: (bytes: Buffer) => wire.send(bytes),
    request,
    bind: () => request(stunMethods.binding, []),
    /** Gets a nonce, and uses it with the credentials in further requests. */
    async signIn(credentials: RelayCredentials): Promise<Answer> {
      login = null
      const challenge = await request(stunMethods.allocate, [])
      const nonce = challenge.message.attributes.get(stunAttributes.nonce) ?? Buffer.alloc(0)
      login = { credentials, nonce, key: keyOfCredentials(credentials) }
      return challenge
    },
    forgetNonce() {
      if (login) login.nonce = Buffer.from('stale')
    },
    /** Returns the code of a refusal, or the relayed and the mapped address. */
    async allocate(protocol = 17, transactionId: Buffer = randomBytes(12)) {
      const { code, message } = await request(
        stunMethods.allocate,
        [[stunAttributes.requestedTransport, Buffer.from([protocol, 0, 0, 0])]],
        transactionId,
      )
      const addressOf = (type: number) => decodeAddress(message.attributes.get(type), message.transactionId)
      return {
        code,
        relayed: addressOf(stunAttributes.relayedAddress) ?? { ip: '', port: 0 },
        mapped: addressOf(stunAttributes.mappedAddress),
      }
    },
    permit: (to: StunAddress) => transactional(stunMethods.createPermission, to),
    bindChannel: (to: StunAddress, channel: number) =>
      transactional(stunMethods.channelBind, to, [[stunAttributes.channelNumber, uint32(channel * 0x10000)]]),
    refresh: (seconds: number) => request(stunMethods.refresh, [[stunAttributes.lifetime, uint32(seconds)]]),
    sendTo(to: StunAddress, data: string) {
      const transactionId = randomBytes(12)
      const attributes = [peer(to, transactionId), [stunAttributes.data, Buffer.from(data)]] as const
      wire.send(buildStun({ method: stunMethods.send, class: stunClasses.indication, transactionId, attributes }))
    },
    sendChannel(channel: number, data: string) {
      const bytes = Buffer.from(data)
      const packet = Buffer.alloc(4 + (wire.isStream ? paddedLength(bytes.length) : bytes.length))
      packet.writeUInt16BE(channel, 0)
      packet.writeUInt16BE(bytes.length, 2)
      bytes.copy(packet, 4)
      wire.send(packet)
    },
    close: () => wire.close(),
  }
}
