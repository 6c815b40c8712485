import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { OwnMedia } from '../engine/own-media.ts'
import { BeforeCall, type CallAnswers } from './BeforeCall.tsx'
import { browserFamily } from './browser-family.ts'
import { loudness } from './level.ts'

const button = (name: string) => screen.findByRole('button', { name })
/** The name of the error with which the browser refuses each kind of device. If a kind has no error, the browser returns a track. */
let refused: { audio?: string; video?: string } = {}

const track = (kind: string) => Object.assign(new EventTarget(), { kind, enabled: true, stop: vi.fn<() => void>() })
const getUserMedia = ({ audio, video }: MediaStreamConstraints) => {
  const error = (audio && refused.audio) || (video && refused.video)
  if (error) return Promise.reject(new DOMException('', error))
  const of = (kind: string, isAsked: unknown) => (isAsked ? [track(kind)] : [])
  const [sounds, pictures] = [of('audio', audio), of('video', video)]
  return Promise.resolve({
    getAudioTracks: () => sounds,
    getVideoTracks: () => pictures,
    getTracks: () => [...sounds, ...pictures],
  })
}
const devices = [
  { kind: 'audioinput', deviceId: 'm1', label: 'Desk microphone' },
  { kind: 'audioinput', deviceId: 'm2', label: 'Headset' },
]

beforeEach(() => {
  refused = {}
  localStorage.clear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('MediaStream', class {})
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: vi.fn<typeof getUserMedia>(getUserMedia),
    enumerateDevices: () => Promise.resolve(devices),
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

async function open(asksWhereabouts = false, asksCallName = false) {
  const media = new OwnMedia()
  const onJoin = vi.fn<(answers: CallAnswers) => void>()
  await renderPage(
    <BeforeCall
      name="Nora"
      media={media}
      isThere={false}
      asksWhereabouts={asksWhereabouts}
      asksCallName={asksCallName}
      guardianOf={null}
      isJoining={false}
      onJoin={onJoin}
    />,
  )
  return { media, onJoin }
}

test('the own picture is shown before joining, and the page says that the other person is not there yet', async () => {
  const { onJoin } = await open()
  expect(await screen.findByLabelText(uiText('call:own'))).toBeInstanceOf(HTMLVideoElement)
  expect(screen.getByText(uiText('call:before.notThere', { name: 'Nora' }))).toBeDefined()
  fireEvent.click(await button(uiText('call:before.join')))
  expect(onJoin).toHaveBeenCalledWith({})
})

test('the picture of the camera at the back of a phone is not mirrored before joining', async () => {
  const { media } = await open()
  expect((await screen.findByLabelText(uiText('call:own'))).dataset.mirrored).toBe('true')
  const back = { getSettings: () => ({ facingMode: 'environment' }) } as unknown as MediaStreamTrack
  act(() => media.store.set({ ...media.store.get(), camera: back }))
  expect(screen.getByLabelText(uiText('call:own')).dataset.mirrored).toBeUndefined()
})

test('joining without a camera switches it off first', async () => {
  const { media, onJoin } = await open()
  fireEvent.click(await button(uiText('call:before.joinWithoutCamera')))
  await waitFor(() => expect(onJoin).toHaveBeenCalled())
  expect(media.store.get()).toMatchObject({ camera: null, microphone: { kind: 'audio' } })
})

test('a client who is asked where they are joins only with an answer', async () => {
  const { onJoin } = await open(true)
  await screen.findByLabelText(uiText('call:own'))
  expect(await button(uiText('call:before.join'))).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText(uiText('call:before.where'), { exact: false }), {
    target: { value: ' At home ' },
  })
  fireEvent.click(await button(uiText('call:before.join')))
  expect(onJoin).toHaveBeenCalledWith({ whereabouts: 'At home' })
})

test('a client of a group joins under the name that they choose for the call', async () => {
  const { onJoin } = await open(false, true)
  await screen.findByLabelText(uiText('call:own'))
  expect(await button(uiText('call:before.join'))).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText(uiText('call:before.callName'), { exact: false }), {
    target: { value: 'Blue ' },
  })
  fireEvent.click(await button(uiText('call:before.join')))
  expect(onJoin).toHaveBeenCalledWith({ callName: 'Blue' })
})

test('a refusal of both devices is explained once, for this browser, and can be tried again', async () => {
  refused = { audio: 'NotAllowedError', video: 'NotAllowedError' }
  const { media } = await open()
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  expect(screen.getByText(uiText('call:problem.refused.both'))).toBeDefined()
  refused = {}
  fireEvent.click(await button(uiText('call:tryAgain')))
  await waitFor(() => expect(media.store.get().camera).not.toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a camera the page says so and the person can still join', async () => {
  refused = { video: 'NotFoundError' }
  const { onJoin } = await open()
  expect(await screen.findByText(uiText('call:problem.missing.camera'))).toBeDefined()
  fireEvent.click(await button(uiText('call:before.join')))
  expect(onJoin).toHaveBeenCalled()
})

test('a camera that another program uses is named, with what to do', async () => {
  refused = { video: 'NotReadableError' }
  const { media } = await open()
  expect(await screen.findByText(uiText('call:problem.busy.camera'))).toBeDefined()
  expect(screen.getByText(uiText('call:problem.busy.repair'))).toBeDefined()
  expect(media.store.get().microphone).not.toBeNull()
})

test('a microphone that its own switch mutes is said before joining', async () => {
  const { media } = await open()
  await screen.findByLabelText(uiText('call:own'))
  act(() => void media.store.get().microphone?.dispatchEvent(new Event('mute')))
  expect(await screen.findByText(uiText('call:silenced.microphone'))).toBeDefined()
})

test('a browser without video calls is named, with those that have them', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  await open()
  expect(await screen.findByText(uiText('call:problem.unsupported.title'))).toBeDefined()
  expect(screen.getByText(uiText('call:problem.unsupported.repair'))).toBeDefined()
  expect(await button(uiText('call:before.join'))).toHaveProperty('disabled', true)
})

test('a page without a secure address asks for no device and lets nobody join', async () => {
  vi.stubGlobal('isSecureContext', false)
  await open()
  expect(await screen.findByText(uiText('call:problem.insecure.title'))).toBeDefined()
  expect(await button(uiText('call:before.join'))).toHaveProperty('disabled', true)
  expect(navigator.mediaDevices.getUserMedia).not.toHaveBeenCalled()
})

test('a chosen microphone is opened and remembered on this device', async () => {
  await open()
  fireEvent.change(await screen.findByLabelText(uiText('call:device.microphone')), { target: { value: 'm2' } })
  const wished = { audio: expect.objectContaining({ deviceId: { ideal: 'm2' } }) as unknown }
  await waitFor(() => expect(navigator.mediaDevices.getUserMedia).toHaveBeenLastCalledWith(wished))
  expect(localStorage.getItem('attune-call-microphone')).toContain('Headset')
})

test('the repair text fits the browser', () => {
  const chromium = 'Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0 Safari/537.36'
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1 Version/19.0 Safari/605.1'
  const phone = 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36'
  const families = [chromium, 'Mozilla/5.0 Gecko Firefox/153.0', safari, phone].map(browserFamily)
  expect(families).toEqual(['chromium', 'firefox', 'safari', 'phone'])
})

test('silence has the level 0, and a loud voice fills the meter', () => {
  expect(loudness(new Float32Array(64))).toBe(0)
  expect(loudness(new Float32Array(64).fill(0.5))).toBe(1)
})
