import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'
import type { RelayState } from './relay-process.ts'
import { buildStun, parseStun, stunClasses, stunMethods } from './stun/stun.ts'

/**
 * The state of the relay, as far as a server can determine it. `answers`: it has just answered this server. `silent`: it listens, but has not
 * answered. `other`: TURN_URLS name another relay, which only a browser can try. `off`: RELAY=off. `loopback`: others cannot reach this machine under
 * HOST.
 */
export type RelayCheck =
  | { state: 'answers'; port: number; milliseconds: number }
  | { state: 'silent' | Exclude<RelayState, 'open'>; port: number }
  | { state: 'other'; urls: readonly string[] }
  | { state: 'off' | 'loopback' }

const answerMilliseconds = 2_000
/** A request by UDP can be lost, so it is repeated until the time is over. */
const repeatMilliseconds = 500

/** The milliseconds until a relay answers a binding request by UDP; null if it does not answer within two seconds. */
async function timeRelayAnswer(host: string, port: number): Promise<number | null> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const transactionId = randomBytes(12)
  const request = buildStun({ method: stunMethods.binding, class: stunClasses.request, transactionId, attributes: [] })
  const begun = performance.now()
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise<number | null>((resolve) => {
      // A refused packet is no answer: the repeated request may get one.
      socket.on('error', () => {})
      socket.on('message', (bytes) => {
        const answer = parseStun(bytes)
        if (answer?.class === stunClasses.success && answer.transactionId.equals(transactionId))
          resolve(performance.now() - begun)
      })
      const send = () => socket.send(request, port, host, () => {})
      send()
      timers.push(setInterval(send, repeatMilliseconds), setTimeout(resolve, answerMilliseconds, null))
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  }
}

const loopback = '127.0.0.1'
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** Asks the relay of the settings for an answer, in whichever process or on whichever server of Attune it runs. Never asks another relay. */
export async function askRelay({
  ownRelay,
  otherRelay,
  relayAddress,
  isRelayOff,
}: Pick<Config, 'ownRelay' | 'otherRelay' | 'relayAddress' | 'isRelayOff'>): Promise<RelayCheck> {
  if (otherRelay) return { state: 'other', urls: otherRelay.urls }
  const at = ownRelay ?? relayAddress
  if (!at) return { state: isRelayOff ? 'off' : 'loopback' }
  const { port } = at
  const milliseconds = await timeRelayAnswer(withoutBrackets(at.host ?? loopback), port)
  if (milliseconds === null) return { state: 'silent', port }
  return { state: 'answers', port, milliseconds: Math.ceil(milliseconds) }
}
