import { openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Forward } from '../apps/server/src/platform/relay/turn-state.ts'
import { openRelay } from '../apps/server/src/platform/relay/relay.ts'
import type { HeardSound } from '../bench/call-pages.ts'
import type { DrillCall } from './calls.faults.ts'

/** A line that loses, delays and narrows what passes, in each direction. */
export type WeakLine = { lossShare: number; delayMilliseconds: number; bitsPerSecond: number }

/** The goal of the voice: 5 % loss, 200 ms there and back, 150 kbit/s. */
export const weakLine: WeakLine = { lossShare: 0.05, delayMilliseconds: 100, bitsPerSecond: 150_000 }

const relaySecret = 'secretOfTheRelayInDrills'
const relayPort = 3479
/** What waits for the line longer than this is lost, as in the queue of a router. */
const longestQueueMilliseconds = 500
/** The bytes of a packet around its data: of IP, UDP and the channel of the relay. */
const headerBytes = 32

/** The settings of a server whose calls use the relay of `openWeakRelay`. */
export const weakRelaySettings = (host: string) => ({
  TURN_URLS: `turn:${host}:${relayPort}?transport=udp`,
  TURN_SECRET: relaySecret,
})

/** Opens a relay whose line becomes weak, and well again, when `line` is set. */
export async function openWeakRelay() {
  const state = { line: null as WeakLine | null }
  const freeAt = new Map<string, number>()
  const forward: Forward = (send, bytes, _from, to) => {
    const { line } = state
    if (!line) return send()
    if (Math.random() < line.lossShare) return undefined
    const now = performance.now()
    const begins = Math.max(now, freeAt.get(to.person) ?? 0)
    if (begins - now > longestQueueMilliseconds) return undefined
    const ends = begins + ((bytes + headerBytes) * 8_000) / line.bitsPerSecond
    freeAt.set(to.person, ends)
    setTimeout(send, ends - now + line.delayMilliseconds)
    return undefined
  }
  const relay = await openRelay({ secret: relaySecret, host: null, port: relayPort, forward })
  return { setLine: (line: WeakLine | null) => (state.line = line), close: () => relay.close() }
}

/** The sound of a call at its worse side. */
export type VoiceFigures = {
  /** The longest time in seconds without any sound that had arrived, after the first seconds and in them. */
  longestGap: number
  longestGapAtFirst: number
  /** The share of the sound that the browser made up. */
  concealed: number
}

/** The seconds in which the browsers find out how much a line carries. */
const firstSeconds = 15

/** Listens on both sides of a call from now on. */
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

/** Writes a video file of a moving texture, which needs as many bits as a person in a room. Returns its path. */
export async function writeCameraFile(folder: string): Promise<string> {
  const [width, height, frames] = [640, 360, 60]
  const path = join(folder, 'camera.y4m')
  const file = openSync(path, 'w')
  writeSync(file, `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`)
  const texture = Uint8Array.from({ length: width * height }, (_, n) => textureAt(n % width, Math.floor(n / width)))
  for (let frame = 0; frame < frames; frame++) {
    const picture = Buffer.alloc((width * height * 3) / 2, 128)
    // The texture goes to and fro, so that the end of the file meets its beginning.
    const shift = 4 * Math.min(frame, frames - frame)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        picture[y * width + x] = texture[((y + shift) % height) * width + ((x + shift) % width)] ?? 0
    writeSync(file, 'FRAME\n')
    writeSync(file, picture)
    await pause(0)
  }
  closeSync(file)
  return path
}

const textureAt = (x: number, y: number) =>
  128 + 50 * Math.sin(x / 23) * Math.cos(y / 17) + 30 * Math.sin(x / 5 + y / 7) + 24 * (Math.random() - 0.5)
