import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Peer } from './peer.ts'
import { sentPicture } from './quality.ts'
import type { LineCertificates } from './safety/call-safety.ts'
import type { PeerLine } from './peer-options.ts'
import type { PeerSignal } from './peer-signal.ts'

/** A connection without a network: descriptions are accepted as the standard says, and a test sets states and numbers. */
class FakeConnection {
  static all: FakeConnection[] = []
  signalingState = 'stable'
  connectionState = 'new'
  iceConnectionState = 'new'
  localDescription: { type: string; sdp: string } | null = null
  restarts = 0
  bytes = 0
  frames = 0
  configuration: RTCConfiguration
  places: { kind: string; direction: string; sender: { track: unknown; replaceTrack: (track: unknown) => void } }[] = []
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: unknown = null
  ontrack: unknown = null
  oniceconnectionstatechange: (() => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
    FakeConnection.all.push(this)
  }
  addTransceiver(trackOrKind: string | { kind: string }) {
    this.addPlace(typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind)
    if (this.places.length === 1) queueMicrotask(() => this.onnegotiationneeded?.())
  }
  getTransceivers = () => this.places.map((place) => ({ ...place, receiver: { track: { kind: place.kind } } }))
  /** The limits of the picture at the moment of each local description. */
  limited: unknown[] = []
  encoding = {}
  picture = {
    track: { kind: 'video' },
    getParameters: () => ({ encodings: [this.encoding] }),
    setParameters: ({ encodings: [encoding] }: { encodings: [object] }) => Promise.resolve((this.encoding = encoding)),
  }
  getSenders = () => [this.picture]
  getConfiguration = () => this.configuration
  setConfiguration(next: RTCConfiguration) {
    this.configuration = next
  }
  setLocalDescription() {
    this.limited.push({ ...this.encoding })
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
    this.localDescription = { type, sdp: `${type}${this.restarts}` }
    return Promise.resolve()
  }
  applied = 0
  setRemoteDescription({ type }: { type: string }) {
    this.applied++
    if (type === 'offer' && this.places.length === 0) for (const kind of ['audio', 'video']) this.addPlace(kind)
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
    return Promise.resolve()
  }
  addPlace(kind: string) {
    const sender = { track: null as unknown, replaceTrack: (track: unknown) => void (sender.track = track) }
    this.places.push({ kind, direction: 'recvonly', sender })
  }
  addIceCandidate = () => Promise.resolve()
  restartIce() {
    this.restarts++
    if (this.signalingState === 'stable') this.onnegotiationneeded?.()
  }
  /** Whether the statistics contain certificates; false as in Firefox. */
  reportsCertificates = true
  get currentLocalDescription() {
    return { sdp: 'a=fingerprint:sha-256 A1' }
  }
  /** The certificates of the first report, which Chromium repeats until the next negotiation. */
  certificates: object | null = null
  getStats() {
    const isSecure = this.connectionState === 'connected'
    this.certificates ??= isSecure ? { localCertificateId: 'own', remoteCertificateId: 'other' } : {}
    return Promise.resolve(
      new Map<string, unknown>([
        ['t', { id: 't', type: 'transport', bytesReceived: this.bytes, ...this.certificates }],
        ['v', { id: 'v', type: 'inbound-rtp', kind: 'video', framesDecoded: this.frames }],
        ...(this.reportsCertificates ? reportedCertificates : []),
      ]),
    )
  }
  close() {
    this.signalingState = 'closed'
  }
}

const reportedCertificates: [string, unknown][] = [
  ['own', { id: 'own', type: 'certificate', fingerprint: 'A1' }],
  ['other', { id: 'other', type: 'certificate', fingerprint: 'B2' }],
]

const opened: Peer[] = []
const connection = () => FakeConnection.all.at(-1) as FakeConnection

function open(self: string, other: string) {
  const sent: PeerSignal[] = []
  const lines: PeerLine[] = []
  const found: LineCertificates[] = []
  const camera = { kind: 'video' }
  const reach = { canSignal: true }
  const peer = new Peer({
    self,
    other,
    certificate: null,
    configuration: () => ({ iceServers: [{ urls: `stun:${sent.length}` }] }),
    tracks: () => ({ audio: null, video: camera as MediaStreamTrack }),
    limits: () => ({ picture: sentPicture(2), isScreen: false }),
    send: (data) => sent.push(data),
    expectsMedia: () => true,
    canSignal: () => reach.canSignal,
    onStream: () => {},
    onLine: (line) => lines.push(line),
    onSample: () => {},
    onCertificates: (certificates) => found.push(certificates),
    onSafety: () => {},
  })
  opened.push(peer)
  return { peer, sent, lines, found, pc: connection(), camera, reach }
}

/** Lets seconds pass. With `bytes`, the line receives that many in each of them. */
async function seconds(count: number, pc: FakeConnection, bytes = 0) {
  for (let second = 0; second < count; second++) {
    pc.bytes += bytes
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

const answer = (round = 0) => ({ round, description: { type: 'answer', sdp: 'a' } })
const offer = (round = 0) => ({ round, description: { type: 'offer', sdp: 'o' } })
const offersOf = (sent: PeerSignal[]) =>
  sent.filter((signal) => 'description' in signal && signal.description.type === 'offer')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
  vi.stubGlobal('MediaStream', class {})
  FakeConnection.all = []
})
afterEach(() => {
  for (const peer of opened.splice(0)) peer.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A connection of the side that offers, on which media flows. */
async function connected() {
  const side = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  await side.peer.receive(answer())
  Object.assign(side.pc, { connectionState: 'connected', iceConnectionState: 'connected', frames: 5 })
  await seconds(3, side.pc, 100)
  return side
}

test('the impolite side offers one place for sound and one for the picture, the polite one asks for it', async () => {
  const impolite = open('b', 'a')
  const polite = open('a', 'b')
  await vi.advanceTimersByTimeAsync(1)
  expect(impolite.pc.places.map(({ kind }) => kind)).toEqual(['audio', 'video'])
  expect(offersOf(impolite.sent)).toHaveLength(1)
  expect(polite.sent).toEqual([{ round: 0, hello: true }])
  expect(polite.pc.places).toEqual([])
})

test('the polite side answers an offer with its own tracks in the same places', async () => {
  const { peer, pc, sent, camera } = open('a', 'b')
  await peer.receive(offer())
  expect(pc.places.map(({ kind, sender }) => [kind, sender.track])).toEqual([
    ['audio', null],
    ['video', camera],
  ])
  expect(sent.at(-1)).toMatchObject({ description: { type: 'answer' } })
})

test('the picture is limited before an offer and before an answer, so that its first frame is not too large', async () => {
  const limit = { maxBitrate: sentPicture(2).bits }
  const impolite = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  expect(impolite.pc.limited).toMatchObject([limit])
  const polite = open('a', 'b')
  await polite.peer.receive(offer())
  expect(polite.pc.limited).toMatchObject([limit])
})

test('an offer that comes twice is applied once, and its answer is sent again', async () => {
  const { peer, pc, sent } = open('a', 'b')
  await peer.receive(offer())
  await peer.receive(offer())
  expect(pc.applied).toBe(1)
  expect(sent.slice(-2)).toMatchObject([{ description: { type: 'answer' } }, { description: { type: 'answer' } }])
})

test('an offer without an answer is sent again every 3 s, and not after the answer', async () => {
  const { peer, pc, sent } = open('b', 'a')
  await seconds(7, pc)
  expect(offersOf(sent)).toHaveLength(3)
  await peer.receive(answer())
  await seconds(7, pc)
  expect(offersOf(sent)).toHaveLength(3)
})

test('an offer that the other page may have missed is sent again as soon as the page can be reached', async () => {
  const { peer, sent } = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  peer.reach()
  expect(offersOf(sent)).toHaveLength(2)
})

test('after long tries a line is searched for soon again once the server or the other page is back', async () => {
  const { peer, pc } = await connected()
  pc.iceConnectionState = 'failed'
  await seconds(40, pc)
  pc.signalingState = 'stable'
  const before = pc.restarts
  peer.restart()
  await seconds(2, pc)
  expect(pc.restarts).toBe(before + 2)
})

test('a lost line is restarted as soon as the other page can be reached, and one that is well is left alone', async () => {
  const { peer, pc } = await connected()
  peer.reach()
  expect(pc.restarts).toBe(0)
  await seconds(3, pc)
  pc.signalingState = 'stable'
  peer.reach()
  expect(pc.restarts).toBe(2)
})

test('an answer that comes twice is dropped', async () => {
  const { peer, pc } = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  await peer.receive(answer())
  const taken = vi.spyOn(pc, 'setRemoteDescription')
  await peer.receive(answer())
  expect(taken).not.toHaveBeenCalled()
})

test('the impolite side ignores an offer that crosses its own', async () => {
  const { peer, pc } = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  await peer.receive(offer())
  expect(pc.signalingState).toBe('have-local-offer')
})

test('connected is said only after the first picture or sound', async () => {
  const { peer, pc, lines } = open('b', 'a')
  await vi.advanceTimersByTimeAsync(1)
  await peer.receive(answer())
  Object.assign(pc, { connectionState: 'connected', iceConnectionState: 'connected' })
  await seconds(3, pc, 50)
  expect(lines).toEqual([])
  pc.frames = 1
  await seconds(1, pc, 50)
  expect(lines).toEqual(['connected'])
})

test('the certificates of a line that needs some seconds are found, also those of the connection that replaces it', async () => {
  const { peer, pc, found } = open('b', 'a')
  await seconds(3, pc)
  pc.connectionState = 'connected'
  await seconds(1, pc, 50)
  expect(found).toEqual([{ own: 'A1', other: 'B2' }])
  await peer.receive({ round: 0, renew: true })
  await seconds(3, connection())
  connection().connectionState = 'connected'
  await seconds(1, connection(), 50)
  expect(found).toHaveLength(2)
})

test('a browser that reports no certificates takes those of the descriptions, until a later one names another', async () => {
  const { peer, pc, found } = open('a', 'b')
  pc.reportsCertificates = false
  const offered = (fingerprint: string) =>
    peer.receive({ round: 0, description: { type: 'offer', sdp: `a=fingerprint:sha-256 ${fingerprint}` } })
  await offered('B2')
  await seconds(1, pc, 50)
  expect(found).toEqual([])
  pc.connectionState = 'connected'
  await seconds(1, pc, 50)
  expect(found).toEqual([{ own: 'A1', other: 'B2' }])
  await offered('E3')
  await seconds(3, pc, 50)
  expect(found).toHaveLength(1)
})

test('without any way for 15 s the line is blocked', async () => {
  const { pc, lines } = open('b', 'a')
  await seconds(14, pc)
  expect(lines).toEqual([])
  await seconds(1, pc)
  expect(lines).toEqual(['blocked'])
})

test('3 s without a byte restart the line with fresh servers although the browser calls it connected', async () => {
  const { pc, lines, sent } = await connected()
  const before = pc.configuration
  await seconds(3, pc)
  expect(lines).toEqual(['connected', 'lost'])
  expect(pc.restarts).toBe(1)
  expect(pc.configuration).not.toEqual(before)
  expect(offersOf(sent)).toHaveLength(2)
  pc.signalingState = 'stable'
  await seconds(6, pc)
  expect(pc.restarts).toBe(3)
  await seconds(2, pc, 10)
  expect(lines.at(-1)).toBe('connected')
  await seconds(30, pc, 10)
  expect(pc.restarts).toBe(3)
})

test('a second in which a battery saver held back the timers says nothing about the line', async () => {
  const { pc, lines } = await connected()
  await seconds(2, pc)
  const late = vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 60_000)
  await seconds(1, pc)
  expect([pc.restarts, lines]).toEqual([0, ['connected']])
  late.mockRestore()
  await seconds(1, pc)
  expect([pc.restarts, lines]).toEqual([1, ['connected', 'lost']])
})

test.each(['impolite', 'polite'])(
  'the %s side restarts a lost line once, when the other page can be reached again',
  async (which) => {
    const { peer, pc, sent, reach } = which === 'impolite' ? await connected() : open('a', 'b')
    Object.assign(pc, { connectionState: 'connected', iceConnectionState: 'disconnected', frames: 5 })
    await seconds(2, pc, 100)
    const before = sent.length
    reach.canSignal = false
    await seconds(30, pc)
    expect([pc.restarts, sent.length]).toEqual([0, before])
    reach.canSignal = true
    peer.reach()
    await vi.advanceTimersByTimeAsync(1)
    const asked = sent.slice(before).filter((signal) => 'restart' in signal).length
    expect([pc.restarts, asked]).toEqual(which === 'impolite' ? [1, 0] : [0, 1])
  },
)

test('the polite side asks for the restart and makes none', async () => {
  const { peer, pc, sent } = open('a', 'b')
  await peer.receive(offer())
  Object.assign(pc, { connectionState: 'connected', iceConnectionState: 'connected', frames: 5 })
  await seconds(2, pc, 100)
  await seconds(3, pc)
  expect(pc.restarts).toBe(0)
  expect(sent.at(-1)).toEqual({ round: 0, restart: true })
})

test('the impolite side restarts when it is asked to', async () => {
  const { peer, pc } = await connected()
  await peer.receive({ round: 0, restart: true })
  expect(pc.restarts).toBe(1)
})

test('a connection that has failed for 30 s is replaced, and signals of the earlier one are dropped', async () => {
  const { peer, pc, sent } = await connected()
  pc.connectionState = 'failed'
  await seconds(31, pc)
  const next = connection()
  expect(next).not.toBe(pc)
  expect(pc.signalingState).toBe('closed')
  expect(offersOf(sent).at(-1)).toMatchObject({ round: 1 })
  await peer.receive(answer(0))
  expect(next.signalingState).toBe('have-local-offer')
  await peer.receive(answer(1))
  expect(next.signalingState).toBe('stable')
})

test('an offer of a later connection replaces the one of the polite side', async () => {
  const { peer, sent } = open('a', 'b')
  await peer.receive(offer(0))
  await peer.receive(offer(1))
  expect(FakeConnection.all).toHaveLength(2)
  expect(sent.at(-1)).toMatchObject({ round: 1, description: { type: 'answer' } })
})

test.each([null, 5, {}, { round: 0 }, { round: 'x', hello: true }, { round: 0, description: { type: 'offer' } }])(
  'the signal %j is none and changes nothing',
  async (data) => {
    const { peer, pc, sent } = open('a', 'b')
    const before = sent.length
    await peer.receive(data)
    expect([pc.signalingState, sent.length]).toEqual(['stable', before])
  },
)
