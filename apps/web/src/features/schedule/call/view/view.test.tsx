import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../../platform/create-store.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import type { Call } from '../engine/call.ts'
import { newPerson, type CallState, type OtherPerson } from '../engine/call-state.ts'
import { OwnMedia } from '../engine/own-media.ts'
import { CallView } from './CallView.tsx'
import { minutesLeft } from './time-left.ts'

const entry = { callId: 'c', ticket: 't', isTherapist: false, relayOnly: false, iceServers: [] }
const media = { camera: true, microphone: true, screen: false }
const nora: OtherPerson = {
  ...newPerson({ peer: 'n', person: 'nora', name: 'Nora', isTherapist: true, media }),
  line: 'connected',
}
const inCall: CallState = {
  phase: 'inCall',
  entry,
  end: null,
  isAskedToWait: false,
  isOnline: true,
  safetyNumber: null,
  others: [nora],
  isPaused: false,
  mayShare: false,
  clientsShare: false,
}
const ana: OtherPerson = { ...nora, peer: 'a', person: 'ana', name: 'Ana' }
const endsAt = new Date(Date.now() + 30 * 60_000).toISOString()

beforeEach(() => {
  vi.stubGlobal('MediaStream', class {})
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const saidNotices = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent)

async function open(state: Partial<CallState>, onEndForAll?: () => void) {
  const own = new OwnMedia()
  const store = createStore<CallState>({ ...inCall, ...state })
  const onLeave = vi.fn<() => void>()
  const onSpeaker = vi.fn<(id: string) => void>()
  const call = { store, media: own } as unknown as Call
  const end = onEndForAll ? { onEndForAll } : {}
  await renderPage(
    <>
      <input aria-label="note" />
      <CallView call={call} name="Nora" endsAt={endsAt} onSpeaker={onSpeaker} onLeave={onLeave} {...end} />
    </>,
  )
  await screen.findByRole('region')
  return { own, store, onLeave, onSpeaker }
}
const button = (name: string) => screen.getByRole('button', { name })

test('a person who waits is told so, and that the therapist needs five more minutes', async () => {
  const { store } = await open({ phase: 'waiting', others: [] })
  expect(screen.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeDefined()
  act(() => store.set({ ...store.get(), isAskedToWait: true }))
  expect(screen.getByText(uiText('call:waiting.later', { name: 'Nora' }))).toBeDefined()
})

test('the others are shown with name and picture, and a switched off camera and microphone in words', async () => {
  const { store } = await open({})
  expect(screen.getByLabelText('Nora')).toBeInstanceOf(HTMLVideoElement)
  expect(screen.queryByText(uiText('call:otherCameraOff', { name: 'Nora' }))).toBeNull()
  const off = { camera: false, microphone: false, screen: false }
  act(() => store.set({ ...store.get(), others: [{ ...nora, media: off }] }))
  expect(screen.getByText(uiText('call:otherCameraOff', { name: 'Nora' }))).toBeDefined()
  expect(screen.getByLabelText(uiText('call:otherMuted'))).toBeDefined()
})

test.each([
  ['connecting', { line: 'connecting' }, uiText('call:line.connecting', { name: 'Nora' })],
  ['reconnecting', { line: 'lost' }, uiText('call:line.lost', { name: 'Nora' })],
  ['without a way', { line: 'blocked' }, uiText('call:line.blocked', { name: 'Nora' })],
  ['weak', { isWeak: true }, uiText('call:weak.hint', { name: 'Nora' })],
  ['paused by the other side', { isPaused: true }, uiText('call:weak.pausedOther', { name: 'Nora' })],
] as const)('a line that is %s is said in words', async (_, change, text) => {
  await open({ others: [{ ...nora, ...change }] })
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('a paused picture is not called a camera that is off', async () => {
  await open({ others: [{ ...nora, isPaused: true }] })
  const place = screen.getByLabelText('Nora').parentElement as HTMLElement
  expect(within(place).getByText(uiText('call:weak.pausedOther', { name: 'Nora' }))).toBeDefined()
  expect(screen.queryByText(uiText('call:otherCameraOff', { name: 'Nora' }))).toBeNull()
})

test('a good line needs no words', async () => {
  await open({})
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the own paused picture and an absent server are said, and that the call goes on', async () => {
  await open({ isPaused: true, isOnline: false })
  expect(saidNotices()).toEqual([uiText('call:weak.pausedOwn'), uiText('call:line.serverAway')])
})

test('M mutes and V switches the camera, but not while a note is written', async () => {
  const { own } = await open({})
  const switched = vi.spyOn(own, 'switchCamera').mockResolvedValue()
  fireEvent.keyDown(screen.getByLabelText('note'), { key: 'm' })
  expect(own.store.get().isMuted).toBe(false)
  fireEvent.keyDown(document.body, { key: 'm', ctrlKey: true })
  expect(own.store.get().isMuted).toBe(false)
  fireEvent.keyDown(document.body, { key: 'm' })
  fireEvent.keyDown(document.body, { key: 'v' })
  expect(own.store.get().isMuted).toBe(true)
  expect(button(uiText('call:mute')).getAttribute('aria-pressed')).toBe('true')
  expect(switched).toHaveBeenCalledWith(true)
})

test('the safety number is shown with what it does not protect from', async () => {
  await open({ safetyNumber: '894 655 533 383' })
  fireEvent.click(button(uiText('call:safety.title')))
  expect(await screen.findByText('894 655 533 383')).toBeDefined()
  expect(screen.getByText(uiText('call:safety.limits'))).toBeDefined()
})

test('the number of a call of three is for all, and while it is being agreed the dialog says so', async () => {
  const { store } = await open({ others: [nora, ana] })
  fireEvent.click(button(uiText('call:safety.title')))
  expect(await screen.findByText(uiText('call:safety.pendingAll'))).toBeDefined()
  expect(screen.getByText(uiText('call:safety.compareAll'))).toBeDefined()
  act(() => store.set({ ...store.get(), safetyNumber: '894 655 533 383' }))
  expect(screen.getByText('894 655 533 383')).toBeDefined()
  act(() => store.set({ ...store.get(), others: [nora, { ...ana, isUnsafe: true }] }))
  expect(screen.getByRole('alert').textContent).toContain(uiText('call:safety.broken'))
  expect(screen.queryByText('894 655 533 383')).toBeNull()
})

test('a number that does not come within 15 seconds is said to be late, with the reason, and shown if it comes', async () => {
  const { store } = await open({})
  vi.useFakeTimers()
  fireEvent.click(button(uiText('call:safety.title')))
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(screen.getByText(uiText('call:safety.pending'))).toBeDefined()
  const compare = uiText('call:safety.compare', { name: nora.name })
  expect(screen.getByText(compare)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText(uiText('call:safety.late'))).toBeDefined()
  expect(screen.queryByText(compare)).toBeNull()
  act(() => store.set({ ...store.get(), safetyNumber: '894 655 533 383' }))
  expect(screen.getByText('894 655 533 383')).toBeDefined()
})

test('a broken exchange shows a warning and no number', async () => {
  await open({ others: [{ ...nora, isUnsafe: true }] })
  fireEvent.click(button(uiText('call:safety.title')))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(uiText('call:safety.broken')))
  expect(screen.queryByText(uiText('call:safety.pending'))).toBeNull()
})

test('only the therapist can end the call for everyone', async () => {
  const { onLeave } = await open({})
  expect(screen.queryByRole('button', { name: uiText('call:endForAll') })).toBeNull()
  fireEvent.click(button(uiText('call:leave')))
  expect(onLeave).toHaveBeenCalled()
})

test('the therapist ends the call for everyone', async () => {
  const onEnd = vi.fn<() => void>()
  await open({}, onEnd)
  fireEvent.click(button(uiText('call:endForAll')))
  expect(onEnd).toHaveBeenCalled()
})

test('the minutes left are rounded up, and never below 0', () => {
  const at = new Date('2026-11-30T10:00:30Z')
  expect(minutesLeft('2026-11-30T10:50:00Z', at)).toBe(50)
  expect(minutesLeft('2026-11-30T10:00:00Z', at)).toBe(0)
})

test('a client sees the button that shares the screen only while the therapist allows it', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia() {} }, configurable: true })
  const { store } = await open({})
  expect(screen.queryByRole('button', { name: uiText('call:shareScreen') })).toBeNull()
  act(() => store.set({ ...store.get(), mayShare: true }))
  expect(button(uiText('call:shareScreen'))).toBeDefined()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('a device that was unplugged is named with the one that is used now', async () => {
  const { own } = await open({})
  const microphone = { label: 'Headset', enabled: true } as MediaStreamTrack
  act(() => own.store.set({ ...own.store.get(), lost: { microphone: 'Desk', camera: 'Webcam' }, microphone }))
  expect(saidNotices()).toEqual([uiText('call:lost.microphone', { device: 'Headset' }), uiText('call:lost.cameraNone')])
  act(() => own.store.set({ ...own.store.get(), microphone: null, problems: { microphone: 'missing' } }))
  expect(saidNotices()[0]).toBe(uiText('call:lost.microphoneNone'))
})

test('a microphone that its own switch mutes, and one that does not work, are said', async () => {
  const { own } = await open({})
  const microphone = { label: 'Headset', enabled: true } as MediaStreamTrack
  act(() => own.store.set({ ...own.store.get(), microphone, silenced: { microphone: true, camera: false } }))
  expect(saidNotices()).toEqual([uiText('call:silenced.microphone')])
  act(() => own.store.set({ ...own.store.get(), microphone: null, problems: { microphone: 'failed' } }))
  expect(saidNotices()).toEqual([`${uiText('call:notHeard')} ${uiText('call:seeDevices')}`])
})

test('a camera that another program uses is named when it is switched on, and can be tried again', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () => Promise.resolve([]),
    getUserMedia: () => Promise.reject(new DOMException('', 'NotReadableError')),
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  const { own } = await open({})
  fireEvent.click(button(uiText('call:cameraOn')))
  const dialog = await screen.findByRole('dialog', { name: uiText('call:devices') })
  expect(within(dialog).getByText(uiText('call:problem.busy.camera'))).toBeDefined()
  const retried = vi.spyOn(own, 'retry').mockResolvedValue()
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('call:tryAgain') }))
  expect(retried).toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('devices are chosen during the call, and the sound moves to the chosen loudspeaker', async () => {
  const devices = [
    { kind: 'audioinput', deviceId: 'm1', label: 'Desk microphone' },
    { kind: 'audioinput', deviceId: 'm2', label: 'Headset' },
    { kind: 'audiooutput', deviceId: 's1', label: 'Desk' },
    { kind: 'audiooutput', deviceId: 's2', label: 'Headset' },
  ]
  const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices: () => Promise.resolve(devices) })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  const { own, onSpeaker } = await open({})
  const chosen = vi.spyOn(own, 'choose').mockResolvedValue()
  fireEvent.click(button(uiText('call:devices')))
  fireEvent.change(await screen.findByLabelText(uiText('call:device.microphone')), { target: { value: 'm2' } })
  fireEvent.change(screen.getByLabelText(uiText('call:device.speaker')), { target: { value: 's2' } })
  expect(chosen).toHaveBeenCalledWith('microphone')
  expect(onSpeaker).toHaveBeenCalledWith('s2')
  Reflect.deleteProperty(navigator, 'mediaDevices')
  localStorage.clear()
})

test('the camera of a phone changes sides, and the one at the back is not mirrored', async () => {
  const { own } = await open({})
  const camera = (facingMode: string) => ({ getSettings: () => ({ facingMode }) }) as unknown as MediaStreamTrack
  const turned = vi.spyOn(own, 'turnCamera').mockResolvedValue()
  act(() => own.store.set({ ...own.store.get(), camera: camera('user') }))
  expect(screen.getByLabelText(uiText('call:own')).dataset.mirrored).toBe('true')
  fireEvent.click(button(uiText('call:turnCamera')))
  expect(turned).toHaveBeenCalled()
  act(() => own.store.set({ ...own.store.get(), camera: camera('environment') }))
  expect(screen.getByLabelText(uiText('call:own')).dataset.mirrored).toBeUndefined()
})

test.each([
  ['Firefox/151.0', false, true],
  ['Firefox/151.0', true, false],
  ['Chrome/149.0 Safari/537.36', false, false],
])(
  'in %s, a shared screen with sound %s has a hint about its sound: %s @slow',
  async (userAgent, hasSound, hasHint) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    const { own } = await open({})
    const track = {} as MediaStreamTrack
    act(() => own.store.set({ ...own.store.get(), screen: track, mixedSound: hasSound ? track : null }))
    expect(screen.queryByText(uiText('call:screenSilent')) !== null).toBe(hasHint)
  },
)

test('who speaks has a quiet outline', async () => {
  const { store } = await open({})
  const outlined = () => document.querySelector('[data-speaking]')
  expect(outlined()).toBeNull()
  act(() => store.set({ ...store.get(), others: [{ ...nora, isSpeaking: true }] }))
  expect(outlined()?.contains(screen.getByLabelText('Nora'))).toBe(true)
})

const stage = () => document.querySelector<HTMLElement>('[data-tiles]')?.dataset

test('with one other person, the own picture is small and can be moved', async () => {
  const { own } = await open({})
  act(() => own.store.set({ ...own.store.get(), camera: {} as MediaStreamTrack }))
  expect(button(uiText('call:moveOwn'))).toBeDefined()
  expect(stage()).toMatchObject({ tiles: '1' })
})

test('with several others, all pictures have a place of their own, and a switched off camera leaves the own one free', async () => {
  const { own } = await open({ others: [nora, ana] })
  expect(stage()).toMatchObject({ tiles: '2' })
  act(() => own.store.set({ ...own.store.get(), camera: {} as MediaStreamTrack }))
  expect(stage()).toMatchObject({ tiles: '3', own: 'true' })
  expect(screen.getByLabelText(uiText('call:own'))).toBeDefined()
  expect(screen.queryByRole('button', { name: uiText('call:moveOwn') })).toBeNull()
})

test('the own picture can be hidden while the camera stays on, also in a group, and a shared screen is shown @slow', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { own, store } = await open({})
  const camera = {} as MediaStreamTrack
  act(() => own.store.set({ ...own.store.get(), camera }))
  fireEvent.click(button(uiText('call:devices')))
  fireEvent.click(await screen.findByRole('switch', { name: uiTextPattern('call:hideOwn') }))
  const isShown = () => screen.queryByLabelText(uiText('call:own')) !== null
  expect(isShown()).toBe(false)
  expect(own.store.get().camera).toBe(camera)
  act(() => store.set({ ...store.get(), others: [nora, ana] }))
  expect(isShown()).toBe(false)
  expect(stage()).toMatchObject({ tiles: '2' })
  act(() => own.store.set({ ...own.store.get(), screen: {} as MediaStreamTrack }))
  expect(screen.getByLabelText(uiText('call:ownScreen'))).toBeDefined()
  act(() => own.store.set({ ...own.store.get(), screen: null }))
  fireEvent.click(screen.getByRole('switch', { name: uiTextPattern('call:hideOwn') }))
  expect(isShown()).toBe(true)
})

test('a screen that somebody shares in a group is shown large', async () => {
  const { store } = await open({ others: [nora, { ...ana, media: { ...media, screen: true } }] })
  expect(stage()).toMatchObject({ sharing: 'true' })
  expect(screen.getByLabelText('Ana').closest('[data-screen]')).not.toBeNull()
  expect(screen.getByLabelText('Nora').closest('[data-screen]')).toBeNull()
  act(() => store.set({ ...store.get(), others: [nora, ana] }))
  expect(stage()?.sharing).toBeUndefined()
})
