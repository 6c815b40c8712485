import { openTestLine } from '../apps/server/src/platform/relay/line.testing.ts'
import { openRelay } from '../apps/server/src/platform/relay/relay.ts'
import type { HeardSound } from '../bench/call-pages.ts'
import type { DrillCall } from './calls.faults.ts'

/** The weak line for which the goal for the voice is defined: 5 % loss, 200 ms for the way there and back, 150 kbit/s each way. */
const weakLine = { loss: 0.05, delay: 100, bitsPerSecond: 150_000 }

const relaySecret = 'secretOfTheRelayInDrills'
const relayPort = 3479

/** The settings of a server whose calls use the relay of `openWeakRelay`. */
export const weakRelaySettings = (host: string) => ({
  TURN_URLS: `turn:${host}:${relayPort}?transport=udp`,
  TURN_SECRET: relaySecret,
})

/** Opens a relay with a weak line. */
export const openWeakRelay = () =>
  openRelay({
    secret: relaySecret,
    host: null,
    port: relayPort,
    forward: Object.assign(openTestLine(), weakLine).forward,
  })

/** The sound of a call at its worse side. */
export type VoiceFigures = {
  /** The longest times in seconds in which no sound arrived: after the first seconds, and during them. */
  longestGap: number
  longestGapAtFirst: number
  /** The share of the sound that the browser made up. */
  concealed: number
}

/** The time in seconds that the browsers need to estimate the bandwidth of a line. */
const firstSeconds = 15

/** Listens to both sides of a call: for the first seconds, and then for `seconds`. */
export async function listenToVoice({ therapist, client }: DrillCall, seconds: number): Promise<VoiceFigures> {
  const listen = async (milliseconds: number) => {
    const heard = await Promise.all([therapist.listen(milliseconds), client.listen(milliseconds)])
    return {
      gap: Math.max(...heard.map(({ longestGap }) => longestGap)) / 1_000,
      concealed: Math.max(...heard.map(concealedShare)),
    }
  }
  const atFirst = await listen(firstSeconds * 1_000)
  const { gap, concealed } = await listen(seconds * 1_000)
  return { longestGap: gap, longestGapAtFirst: atFirst.gap, concealed }
}

const concealedShare = ({ samples, concealed }: HeardSound) => (samples === 0 ? 1 : concealed / samples)
