import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { CallSafety, isSafetyMessage } from '../apps/web/src/features/schedule/call/engine/safety/call-safety.ts'
import {
  bookCall,
  expectMovingPicture,
  joinFromPage,
  openPageOf,
  readSafetyNumber,
  setUpCalls,
  testWithCamera as test,
} from './calls.ts'
import { uiText } from './ui-text.ts'

const calls = setUpCalls()

type Signal = { description?: { type: RTCSdpType; sdp: string }; candidate?: unknown; hello?: true; safety?: unknown }
type Frame = { type: string; self?: string; to?: string; from?: string; data?: Signal }
const callSocket = /\/api\/call\?/

/** Opens the pages of a therapist and a client before their call, and lets the client in. */
async function meet(pages: { nora: Page; ana: Page }, sessionId: string) {
  await joinFromPage(pages.nora, sessionId)
  await joinFromPage(pages.ana, sessionId, 'At home')
  await pages.nora.getByRole('button', { name: uiText('callPage:notice.admit'), exact: true }).click()
}

/** Lets `iceStates` read the states of the connections of a page. Call it before the page opens. */
const watchIce = async (page: Page) =>
  void (await page.addInitScript(() => {
    const Original = RTCPeerConnection
    const seen: string[] = []
    Object.assign(window, { iceStates: seen })
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        this.addEventListener('iceconnectionstatechange', () => seen.push(this.iceConnectionState))
      }
    }
  }))
const iceStates = (page: Page) => page.evaluate(() => (window as unknown as { iceStates: string[] }).iceStates)

/** Replaces the first digit of the fingerprint in a description. */
const flipped = (sdp: string) =>
  sdp.replaceAll(/(a=fingerprint:\S+ )([\dA-F])/gi, (_, before: string, digit: string) =>
    before.concat(digit === '0' ? '1' : '0'),
  )

test('with one changed digit of a fingerprint no call is connected, although the network is', async ({ browser }) => {
  const member = await calls.practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(calls.practice, [member])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const ana = await openPageOf(calls, browser, member)
  await watchIce(nora)
  let changed = 0
  await nora.routeWebSocket(callSocket, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Frame
      const description = frame.data?.description
      if (!description) return socket.send(message)
      changed += 1
      const data = { ...frame.data, description: { ...description, sdp: flipped(description.sdp) } }
      socket.send(JSON.stringify({ ...frame, data }))
    })
  })
  await meet({ nora, ana }, sessionId)

  await expect(nora.getByText(uiText('call:line.blocked', { name: 'Ana' }))).toBeVisible({ timeout: 60_000 })
  await expect(ana.getByText(uiText('call:line.blocked', { name: 'Nora Lindqvist' }))).toBeVisible({ timeout: 60_000 })
  expect(changed).toBeGreaterThan(0)
  expect(await iceStates(nora)).toContain('connected')
  for (const [page, name] of [
    [nora, 'Ana'],
    [ana, 'Nora Lindqvist'],
  ] as const) {
    const frames = await page
      .locator(`video[aria-label="${name}"]`)
      .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)
    expect(frames).toBe(0)
  }
})

/** One of the two people in an intercepted call. `safety` exchanges the messages about the safety number with this person. */
type Side = {
  socket: WebSocketRoute | null
  /** The id of the person's page. `other` is the id to which this page sends its signals: the id of the other person's page. */
  self: string
  other: string
  certificates: { own: string; other: string } | null
  safety: CallSafety
}

const fingerprintOf = (sdp: string) => /a=fingerprint:\S+ (\S+)/.exec(sdp)?.[1] ?? ''

/**
 * Intercepts a call with a page between its two people. Each person is connected to this page, the middle, which passes on picture and sound, and
 * exchanges the messages about the safety number with each of them.
 */
async function standBetween(middle: Page, pages: readonly [Page, Page]): Promise<() => void> {
  const sides = pages.map((): Side => {
    const side: Side = { socket: null, self: '', other: '', certificates: null, safety: {} as CallSafety }
    side.safety = new CallSafety({
      send: (_, safety) => tell(side, { safety }),
      onChange: () => {},
    })
    return side
  })
  const tell = ({ socket, other }: Side, data: object) =>
    socket?.send(JSON.stringify({ type: 'signal', from: other, data: { round: 0, ...data } }))

  await middle.exposeFunction('tell', (index: number, data: Signal) => {
    const side = sides[index] as Side
    if (data.description) {
      const own = fingerprintOf(data.description.sdp)
      side.certificates = { own, other: side.certificates?.other ?? '' }
    }
    tell(side, data)
  })
  await middle.evaluate(playMiddle)

  const onSignal = async (index: number, frame: Frame) => {
    const [side, data] = [sides[index] as Side, frame.data ?? {}]
    if (side.other !== frame.to) {
      side.other = frame.to ?? ''
      await side.safety.meet(side.other, [side.self])
    }
    if (isSafetyMessage(data.safety)) return side.safety.receive(side.self, data.safety)
    if (data.description)
      side.certificates = { own: side.certificates?.own ?? '', other: fingerprintOf(data.description.sdp) }
    await middle.evaluate(([at, signal]) => (window as unknown as Middle).hear(at, signal), [index, data] as const)
  }
  for (const [index, page] of pages.entries())
    await page.routeWebSocket(callSocket, (socket) => {
      const [server, side] = [socket.connectToServer(), sides[index] as Side]
      side.socket = socket
      socket.onMessage((message) => {
        const frame = JSON.parse(String(message)) as Frame
        if (frame.type === 'signal') void onSignal(index, frame)
        else server.send(message)
      })
      server.onMessage((message) => {
        const { type, self } = JSON.parse(String(message)) as Frame
        if (type === 'welcome' && self) side.self = self
        socket.send(message)
      })
    })
  const clock = setInterval(() => {
    for (const { safety, self, certificates } of sides)
      if (certificates?.own && certificates.other) void safety.use(self, certificates)
  }, 1_000)
  return () => clearInterval(clock)
}

type Middle = { hear: (index: number, signal: Signal) => Promise<void>; tell: (index: number, data: object) => void }

/** Runs in the page of the middle: two connections, each of which sends what the other one receives. */
function playMiddle() {
  const { tell } = window as unknown as Middle
  const connections = [0, 1].map((index) => {
    const pc = new RTCPeerConnection()
    pc.onicecandidate = ({ candidate }) => tell(index, { candidate: candidate ? candidate.toJSON() : null })
    pc.ontrack = () => void passOn()
    return pc
  })
  async function passOn() {
    for (const [index, pc] of connections.entries())
      for (const place of pc.getTransceivers()) {
        const heard = connections[1 - index]
          ?.getTransceivers()
          .find(({ receiver }) => receiver.track.kind === place.receiver.track.kind)
        if (heard && place.sender.track !== heard.receiver.track) await place.sender.replaceTrack(heard.receiver.track)
      }
  }
  const say = (index: number, { type, sdp }: RTCSessionDescriptionInit) => tell(index, { description: { type, sdp } })
  async function hear(index: number, { hello, description, candidate }: Signal) {
    const pc = connections[index]
    if (!pc) return
    if (hello && pc.getTransceivers().length === 0) {
      for (const kind of ['audio', 'video']) pc.addTransceiver(kind, { direction: 'sendrecv' })
      await pc.setLocalDescription()
    }
    if (hello && pc.localDescription) say(index, pc.localDescription)
    if (description) {
      if (description.type === 'answer' && pc.signalingState !== 'have-local-offer') return
      await pc.setRemoteDescription(description)
      if (description.type === 'offer') {
        for (const place of pc.getTransceivers()) place.direction = 'sendrecv'
        await pc.setLocalDescription()
        if (pc.localDescription) say(index, pc.localDescription)
      }
      await passOn()
    }
    if (candidate) await pc.addIceCandidate(candidate as RTCIceCandidateInit).catch(() => {})
  }
  let queue = Promise.resolve()
  Object.assign(window, {
    hear: (index: number, signal: Signal) => (queue = queue.then(() => hear(index, signal)).catch(() => {})),
  })
}

test('somebody who ends both connections in the middle is seen by numbers that differ', async ({ browser }) => {
  const member = await calls.practice.newClient('Ben', 'Moreau')
  const sessionId = await bookCall(calls.practice, [member])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const ben = await openPageOf(calls, browser, member)
  const middle = await openPageOf(calls, browser, await calls.practice.newClient('Eve', randomUUID().slice(0, 8)))
  await middle.goto('/')
  const stop = await standBetween(middle, [nora, ben])
  await meet({ nora, ana: ben }, sessionId)

  // The call looks like any other.
  await expectMovingPicture(nora, 'Ben')
  await expectMovingPicture(ben, 'Nora Lindqvist')
  const numbers = [await readSafetyNumber(nora), await readSafetyNumber(ben)]
  for (const number of numbers) expect(number).toMatch(/^\d{3} \d{3} \d{3} \d{3}$/)
  expect(numbers[0]).not.toBe(numbers[1])
  stop()
})
