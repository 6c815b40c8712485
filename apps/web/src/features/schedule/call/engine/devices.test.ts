import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  browserProblem,
  deviceProblem,
  findDevice,
  listDevices,
  openDevice,
  openDevices,
  rememberDevice,
  watchDevice,
} from './devices.ts'

const asked: MediaStreamConstraints[] = []
/** The answer of the browser to each request: tracks, or an error by name. */
let answer: (constraints: MediaStreamConstraints) => string[] | string
let present: { kind: string; deviceId: string; label: string }[] = []

const track = (kind: string) => ({ kind, stop: () => {} }) as unknown as MediaStreamTrack
const stream = (kinds: string[]) => ({
  getTracks: () => kinds.map(track),
  getVideoTracks: () => kinds.filter((kind) => kind === 'video').map(track),
  getAudioTracks: () => kinds.filter((kind) => kind === 'audio').map(track),
})
const kindsOf = ({ audio, video }: MediaStreamConstraints) => [audio && 'audio', video && 'video'].filter(Boolean)

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  present = []
  answer = (constraints) => kindsOf(constraints) as string[]
  vi.stubGlobal('navigator', {
    mediaDevices: {
      enumerateDevices: () => Promise.resolve(present),
      getUserMedia(constraints: MediaStreamConstraints) {
        asked.push(constraints)
        const found = answer(constraints)
        if (typeof found !== 'string') return Promise.resolve(stream(found))
        return Promise.reject(new DOMException('', found))
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('the error %s is explained as %s', (name, problem) => {
  expect(deviceProblem(new DOMException('', name))).toBe(problem)
})

test('without a camera the microphone is opened alone, and the page learns what is missing', async () => {
  answer = (constraints) => (constraints.video ? 'NotFoundError' : ['audio'])
  const { camera, microphone, problems } = await openDevices(true)
  expect(camera).toBeNull()
  expect(microphone?.kind).toBe('audio')
  expect(problems).toEqual({ camera: 'missing' })
})

test('with a busy microphone the camera still works', async () => {
  answer = (constraints) => (constraints.audio ? 'NotReadableError' : ['video'])
  const { camera, problems } = await openDevices(true)
  expect(camera?.kind).toBe('video')
  expect(problems).toEqual({ microphone: 'busy' })
})

test('joining without a camera asks for the microphone alone', async () => {
  await openDevices(false)
  expect(asked.map(kindsOf)).toEqual([['audio']])
})

test('a remembered device is found by its id, or by its name after the browser has changed the ids', () => {
  const devices = [
    { id: 'a', label: 'Built-in' },
    { id: 'b', label: 'Headset' },
  ]
  expect(findDevice(devices, { id: 'b', label: 'Old' })?.id).toBe('b')
  expect(findDevice(devices, { id: 'x', label: 'Headset' })?.id).toBe('b')
  expect(findDevice(devices, { id: 'x', label: '' })).toBeUndefined()
})

test('a remembered camera is a wish and never a condition, so that an unplugged one refuses nothing', async () => {
  present = [{ kind: 'videoinput', deviceId: 'new', label: 'Desk' }]
  rememberDevice('camera', { id: 'old', label: 'Desk' })
  await openDevices(true)
  expect(asked[0]?.video).toMatchObject({ deviceId: { ideal: 'new' } })
})

test('devices without a name are not listed, because nothing was allowed yet', async () => {
  present = [
    { kind: 'audioinput', deviceId: '', label: '' },
    { kind: 'audiooutput', deviceId: 's', label: 'Speaker' },
  ]
  expect(await listDevices()).toEqual({ camera: [], microphone: [], speaker: [{ id: 's', label: 'Speaker' }] })
})

test('a page without a secure address, or a browser without calls, is named', () => {
  vi.stubGlobal('isSecureContext', false)
  expect(browserProblem()).toBe('insecure')
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', undefined)
  expect(browserProblem()).toBe('unsupported')
})

test('one device is opened by itself, or its problem is named', async () => {
  expect(await openDevice('camera')).toMatchObject({ kind: 'video' })
  answer = () => 'NotAllowedError'
  expect(await openDevice('microphone')).toBe('refused')
})

test('an unplugged or silenced device is reported until the watch is over', () => {
  const device = new EventTarget() as unknown as MediaStreamTrack
  const lost = vi.fn<() => void>()
  const silenced = vi.fn<(isSilenced: boolean) => void>()
  const stop = watchDevice(device, { onLost: lost, onSilenced: silenced })
  const all = ['ended', 'mute', 'unmute']
  for (const name of all) device.dispatchEvent(new Event(name))
  stop()
  for (const name of all) device.dispatchEvent(new Event(name))
  expect(lost).toHaveBeenCalledTimes(1)
  expect(silenced.mock.calls).toEqual([[true], [false]])
})
