import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../../../testing/fake-socket.ts'
import { Call } from './call.ts'
import { OwnMedia } from './own-media.ts'
import type { SafetyMessage } from './safety/call-safety.ts'
import { commitmentOf, safetyNumber } from './safety/safety-number.ts'

/** A connection that counts itself and does nothing. */
class StillConnection {
  static all: StillConnection[] = []
  /** The fingerprint of the page that joins next. */
  static own = 'AA'
  static generateCertificate = () => Promise.resolve({ fingerprint: StillConnection.own })
  signalingState = 'stable'
  connectionState = 'new'
  iceConnectionState = 'new'
  configuration: RTCConfiguration
  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
    StillConnection.all.push(this)
  }
  addTransceiver = () => {}
  getTransceivers = () => []
  encoding: { scaleResolutionDownBy?: number } = {}
  getSenders = () => [
    {
      track: { kind: 'video', getSettings: () => ({ width: 1280, height: 720 }) },
      getParameters: () => ({ encodings: [this.encoding] }),
      setParameters: () => Promise.resolve(),
    },
  ]
  getConfiguration = () => this.configuration
  setConfiguration() {}
  restartIce() {}
  getStats = () =>
    Promise.resolve(
      new Map<string, unknown>([
        ['t', { id: 't', type: 'transport', localCertificateId: 'l', remoteCertificateId: 'r' }],
        ['l', { id: 'l', type: 'certificate', fingerprint: this.own }],
        ['r', { id: 'r', type: 'certificate', fingerprint: this.fingerprint }],
      ]),
    )
  fingerprint = 'BB'
  get own() {
    return (this.configuration.certificates?.[0] as unknown as { fingerprint?: string } | undefined)?.fingerprint
  }
  close() {
    this.signalingState = 'closed'
  }
}

const socket = () => FakeSocket.all.at(-1) as FakeSocket
const off = { camera: false, microphone: false, screen: false }
const nora = { peer: 'n1', person: 'nora', name: 'Nora', isTherapist: true, media: off }
const entry = { callId: 'c', ticket: 't', isTherapist: false, relayOnly: true, iceServers: [{ urls: 'turn:a' }] }
let call: Call
let media: OwnMedia
const joined = vi.fn<() => void>()

const server = {
  join: () => {
    joined()
    return Promise.resolve(entry)
  },
  iceServers: () => Promise.resolve([{ urls: 'turn:b' }]),
  address: (by: object) => JSON.stringify(by),
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('RTCPeerConnection', StillConnection)
  vi.stubGlobal('MediaStream', class {})
  FakeSocket.all = []
  StillConnection.all = []
  joined.mockClear()
  media = new OwnMedia()
  StillConnection.own = 'AA'
  call = await Call.join(server, media)
})
afterEach(() => {
  call.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets this page into the call with Nora. */
function admit(self = 'me') {
  socket().receive({ type: 'welcome', self, resume: 'r' })
  socket().receive({ type: 'admitted' })
  socket().receive({ type: 'present', peers: [nora, { ...nora, peer: self, person: 'me' }] })
}
const names = () => call.store.get().others.map(({ peer }) => peer)

test('a person who waits opens no connection, and learns that the therapist needs five more minutes', () => {
  socket().receive({ type: 'welcome', self: 'me', resume: 'r' })
  socket().receive({ type: 'waiting' })
  socket().receive({ type: 'later' })
  expect(call.store.get()).toMatchObject({ phase: 'waiting', isAskedToWait: true, others: [] })
  expect(StillConnection.all).toEqual([])
})

test('an admitted person connects to the others and not to themselves, by the relay where the server says so', () => {
  admit()
  expect(call.store.get()).toMatchObject({ phase: 'inCall', isAskedToWait: false })
  expect(names()).toEqual(['n1'])
  expect(StillConnection.all).toHaveLength(1)
  expect(StillConnection.all[0]?.configuration).toMatchObject({
    iceTransportPolicy: 'relay',
    iceServers: [{ urls: 'turn:a' }],
  })
})

test('after a restart of the server the relay is asked for again, and the earlier one stays while the server has none yet', async () => {
  const found = vi.spyOn(server, 'iceServers').mockResolvedValue([])
  const relayFor = async (peer: string) => {
    admit()
    await vi.advanceTimersByTimeAsync(1)
    socket().receive({ type: 'present', peers: [nora, { ...nora, peer, person: peer }] })
    return StillConnection.all.at(-1)?.configuration.iceServers
  }
  admit()
  expect(await relayFor('ben')).toEqual([{ urls: 'turn:a' }])
  found.mockRestore()
  expect(await relayFor('cleo')).toEqual([{ urls: 'turn:b' }])
})

test('a connection begins with a small picture, which comes at once, and sends it in full after two seconds', async () => {
  admit()
  const [line] = StillConnection.all
  const scale = () => line?.encoding.scaleResolutionDownBy
  await vi.advanceTimersByTimeAsync(1)
  expect(scale()).toBe(4)
  Object.assign(line ?? {}, { connectionState: 'connected' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(scale()).toBe(4)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(scale()).toBe(1)
})

test('new lines go through the relay once the server says so of this page or of the other, and a line that is there stays', async () => {
  entry.relayOnly = false
  const direct = await Call.join(server, media)
  entry.relayOnly = true
  admit()
  const policies = () => StillConnection.all.map(({ configuration }) => configuration.iceTransportPolicy)
  expect(policies()).toEqual(['all'])
  const self = { ...nora, peer: 'me', person: 'me' }
  const [ben, cleo] = [
    { ...nora, peer: 'b1', person: 'ben', relayOnly: true },
    { ...nora, peer: 'c1', person: 'cleo' },
  ]
  socket().receive({ type: 'present', peers: [nora, self, ben] })
  expect(policies()).toEqual(['all', 'relay'])
  socket().receive({ type: 'present', peers: [nora, cleo, { ...self, relayOnly: true }, ben] })
  expect(policies()).toEqual(['all', 'relay', 'relay'])
  direct.leave()
})

test('the same person with another id replaces the earlier one, and a list without a person drops nobody', () => {
  admit()
  socket().receive({ type: 'present', peers: [] })
  expect(names()).toEqual(['n1'])
  socket().receive({ type: 'present', peers: [{ ...nora, peer: 'n2' }] })
  expect(names()).toEqual(['n2'])
  expect(StillConnection.all[0]?.signalingState).toBe('closed')
})

test('an offer that was lost while a person was away is sent again when they are back', async () => {
  const self = { ...nora, peer: 'me', person: 'me' }
  admit()
  Object.assign(StillConnection.all[0] ?? {}, {
    signalingState: 'have-local-offer',
    localDescription: { type: 'offer', sdp: 'o' },
  })
  const offers = () => socket().sent.filter((frame) => JSON.stringify(frame).includes('"description"'))
  socket().receive({ type: 'present', peers: [nora, self] })
  expect(offers()).toEqual([])
  socket().receive({ type: 'present', peers: [self] })
  socket().receive({ type: 'present', peers: [nora, self] })
  expect(offers()).toHaveLength(1)
})

test('a person whose socket and media are silent for 60 s is gone, one whose socket is there stays', async () => {
  admit()
  await vi.advanceTimersByTimeAsync(3_000)
  const alive = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      socket().receive({ type: 'heartbeat' })
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  await alive(70)
  expect(names()).toEqual(['n1'])
  socket().receive({ type: 'present', peers: [] })
  await alive(58)
  expect(names()).toEqual(['n1'])
  await alive(3)
  expect(names()).toEqual([])
})

test('what a person switches on is shown from the signal, and a person who leaves is gone at once', () => {
  admit()
  socket().receive({ type: 'state', peer: 'n1', media: { ...off, microphone: true } })
  expect(call.store.get().others[0]?.media.microphone).toBe(true)
  socket().receive({ type: 'left', peer: 'n1' })
  expect(names()).toEqual([])
})

test('a paused picture of another person is shown from what they say, also to somebody who comes later', () => {
  admit()
  socket().receive({ type: 'state', peer: 'n1', media: { ...off, camera: true, isPaused: true } })
  expect(call.store.get().others[0]?.isPaused).toBe(true)
  socket().receive({ type: 'state', peer: 'n1', media: { ...off, camera: true } })
  expect(call.store.get().others[0]?.isPaused).toBe(false)
  socket().receive({ type: 'present', peers: [{ ...nora, media: { ...off, camera: true, isPaused: true } }] })
  expect(call.store.get().others[0]?.isPaused).toBe(true)
})

test('a client may share the screen only while the therapist allows it', () => {
  admit()
  expect(call.store.get().mayShare).toBe(false)
  socket().receive({ type: 'sharing', isAllowed: true })
  expect(call.store.get().mayShare).toBe(true)
  const stop = vi.fn<() => void>()
  media.store.set({ ...media.store.get(), screen: { stop } as unknown as MediaStreamTrack })
  socket().receive({ type: 'sharing', isAllowed: false })
  expect(call.store.get().mayShare).toBe(false)
  expect(stop).toHaveBeenCalled()
  expect(media.store.get().screen).toBeNull()
})

test('an earlier page of the same person is not met', () => {
  socket().receive({ type: 'welcome', self: 'me', resume: 'r' })
  const mine = { ...nora, person: 'me' }
  socket().receive({ type: 'present', peers: [nora, { ...mine, peer: 'me' }, { ...mine, peer: 'before' }] })
  expect(names()).toEqual(['n1'])
})

test('while the socket is away the connections stay', () => {
  admit()
  socket().close()
  expect(call.store.get()).toMatchObject({ phase: 'inCall', isOnline: false })
  expect(names()).toEqual(['n1'])
})

test('a page that the server has forgotten opens new connections under its new id', () => {
  admit()
  socket().close()
  vi.advanceTimersByTime(2_000)
  admit('me2')
  expect(names()).toEqual(['n1'])
  expect(StillConnection.all.map(({ signalingState }) => signalingState)).toEqual(['closed', 'stable'])
})

test('the others learn of a muted microphone', () => {
  admit()
  media.mute(true)
  expect(socket().sent.at(-1)).toEqual({ type: 'state', media: { ...off, isPaused: false } })
})

test('the end of the call closes the connections and the devices', () => {
  admit()
  const stop = vi.fn<() => void>()
  const track = { stop, enabled: true, addEventListener() {}, removeEventListener() {} } as unknown as MediaStreamTrack
  media.store.set({ ...media.store.get(), camera: track })
  ;(socket().onclose as unknown as (event: { code: number }) => void)({ code: 4411 })
  expect(call.store.get()).toMatchObject({ phase: 'ended', end: 'removed', others: [] })
  expect(StillConnection.all[0]?.signalingState).toBe('closed')
  expect(stop).toHaveBeenCalled()
  expect(media.store.get().camera).toBeNull()
})

test('leaving tells the server', () => {
  admit()
  call.leave()
  expect(socket().sent.at(-1)).toEqual({ type: 'leave' })
  expect(call.store.get()).toMatchObject({ phase: 'ended', end: null })
  expect(joined).toHaveBeenCalledTimes(1)
})

/** The messages about the safety number that this page has sent to another one. */
const safetyTo = (peer: string) =>
  socket().sent.flatMap((frame) => {
    const { type, to, data } = frame as { type: string; to?: string; data?: { safety?: SafetyMessage } }
    return type === 'signal' && to === peer && data?.safety ? [data.safety] : []
  })

/**
 * Advances the fake time second by second until a condition holds. The hashes of the safety number take real time, so each second also waits for some
 * hashes.
 */
async function waitSeconds<T>(condition: () => T): Promise<T> {
  for (let second = 0; second < 20; second++) {
    try {
      return condition()
    } catch {
      socket().receive({ type: 'heartbeat' })
      await vi.advanceTimersByTimeAsync(1_000)
      for (let pass = 0; pass < 20; pass++) await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    }
  }
  return condition()
}

test('the safety number comes from the certificates of all lines, and is gone when one of them changes', async () => {
  const ana = { ...nora, peer: 'a1', person: 'ana', isTherapist: false }
  socket().receive({ type: 'welcome', self: 'me', resume: 'r' })
  socket().receive({ type: 'present', peers: [nora, ana] })
  StillConnection.all.forEach((connection, index) =>
    Object.assign(connection, { connectionState: 'connected', fingerprint: `B${index}` }),
  )
  await waitSeconds(() => expect(safetyTo('a1')).not.toEqual([]))
  const [asked] = safetyTo('a1')
  const agreed = { turn: asked?.turn ?? 0, people: asked?.people ?? '' }
  for (const [index, from] of ['n1', 'a1'].entries()) {
    const commitment = await commitmentOf(from, `B${index}`)
    socket().receive({ type: 'signal', from, data: { round: 0, safety: { ...agreed, commitment, nonce: from } } })
  }
  const own = await waitSeconds(() => {
    const nonce = safetyTo('n1').at(-1)?.nonce
    expect(nonce).toBeDefined()
    return nonce ?? ''
  })
  await waitSeconds(() => expect(call.store.get().safetyNumber).not.toBeNull())
  expect(call.store.get().safetyNumber).toBe(await safetyNumber(['AA', 'B0', 'B1'], [own, 'n1', 'a1']))
  Object.assign(StillConnection.all[1] ?? {}, { fingerprint: 'EE' })
  await waitSeconds(() => expect(call.store.get().safetyNumber).toBeNull())
  expect(call.store.get().others.map(({ peer, isUnsafe }) => [peer, isUnsafe])).toEqual([
    ['n1', false],
    ['a1', true],
  ])
})

test('the safety number is agreed anew when somebody leaves', async () => {
  const ana = { ...nora, peer: 'a1', person: 'ana', isTherapist: false }
  socket().receive({ type: 'welcome', self: 'me', resume: 'r' })
  socket().receive({ type: 'present', peers: [nora, ana] })
  for (const connection of StillConnection.all) connection.connectionState = 'connected'
  await waitSeconds(() => expect(safetyTo('n1').at(-1)?.people).toBe('a1 me n1'))
  socket().receive({ type: 'left', peer: 'a1' })
  await waitSeconds(() => expect(safetyTo('n1').at(-1)?.people).toBe('me n1'))
})

test('the pages of three people show one number', async () => {
  const ids = ['a1', 'b1', 'c1']
  const peers = ids.map((peer) => ({ ...nora, peer, person: peer }))
  const pages: { id: string; call: Call; socket: FakeSocket; passed: number }[] = []
  for (const id of ids) {
    StillConnection.own = id
    const joining = await Call.join(server, new OwnMedia())
    const page = { id, call: joining, socket: socket(), passed: 0 }
    const before = StillConnection.all.length
    page.socket.receive({ type: 'welcome', self: id, resume: id })
    page.socket.receive({ type: 'present', peers })
    for (const [index, other] of ids.filter((one) => one !== id).entries())
      Object.assign(StillConnection.all[before + index] ?? {}, { connectionState: 'connected', fingerprint: other })
    pages.push(page)
  }
  const pass = () => {
    for (const page of pages)
      for (const frame of page.socket.sent.slice(page.passed)) {
        page.passed += 1
        const { type, to, data } = frame as { type: string; to?: string; data?: unknown }
        if (type === 'signal') pages.find(({ id }) => id === to)?.socket.receive({ type, from: page.id, data })
      }
    for (const page of pages) page.socket.receive({ type: 'heartbeat' })
  }
  const numbers = await waitSeconds(() => {
    pass()
    const all = pages.map((page) => page.call.store.get().safetyNumber)
    expect(all).not.toContain(null)
    return all
  })
  expect(new Set(numbers).size).toBe(1)
  for (const page of pages) page.call.leave()
})
