import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaState, OwnMedia } from './own-media.ts'

class Track extends EventTarget {
  static all: Track[] = []
  enabled = true
  muted = false
  stop = vi.fn<() => void>()
  readonly kind: string
  readonly label: string
  constructor(kind: string, label: string) {
    super()
    this.kind = kind
    this.label = label
    Track.all.push(this)
  }
}

type Device = { kind: string; deviceId: string; label: string }
const builtIn = { kind: 'videoinput', deviceId: 'c1', label: 'Built-in camera' }
const webcam = { kind: 'videoinput', deviceId: 'c2', label: 'Webcam' }
const headset = { kind: 'audioinput', deviceId: 'm1', label: 'Headset' }
/** The devices that are plugged in, and the error of the next request for one. */
let present: Device[] = []
let refusal: string | null = null
let media: OwnMedia
let mediaDevices: EventTarget

type Wish = { deviceId?: { ideal: string } }
function trackFor(kind: 'videoinput' | 'audioinput', wish: Wish) {
  const found = present.filter((device) => device.kind === kind)
  const device = found.find(({ deviceId }) => deviceId === wish.deviceId?.ideal) ?? found[0]
  if (!device || refusal) throw new DOMException('', refusal ?? 'NotFoundError')
  return new Track(kind === 'videoinput' ? 'video' : 'audio', device.label)
}

beforeEach(async () => {
  Track.all = []
  refusal = null
  present = [webcam, headset]
  localStorage.clear()
  mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () => Promise.resolve(present),
    getUserMedia: async ({ audio, video }: { audio?: Wish; video?: Wish }) => {
      await Promise.resolve()
      const sounds = audio ? [trackFor('audioinput', audio)] : []
      const pictures = video ? [trackFor('videoinput', video)] : []
      return { getAudioTracks: () => sounds, getVideoTracks: () => pictures, getTracks: () => [...sounds, ...pictures] }
    },
  })
  vi.stubGlobal('navigator', { mediaDevices })
  media = new OwnMedia()
  await media.open(true)
})
afterEach(() => {
  media.close()
  vi.unstubAllGlobals()
})

const used = (kind: 'camera' | 'microphone') => media.store.get()[kind] as unknown as Track | null
const labelOf = (kind: 'camera' | 'microphone') => used(kind)?.label
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Plugs devices in or out, as the browser reports it. */
async function plug(devices: Device[], ended?: 'camera' | 'microphone') {
  present = devices
  if (ended) used(ended)?.dispatchEvent(new Event('ended'))
  mediaDevices.dispatchEvent(new Event('devicechange'))
  await settled()
}

test('a camera that is unplugged is replaced by another, and used again when it is back', async () => {
  await plug([builtIn, headset], 'camera')
  expect(labelOf('camera')).toBe('Built-in camera')
  expect(media.store.get().lost).toEqual({ camera: 'Webcam' })
  await plug([builtIn, webcam, headset])
  expect(labelOf('camera')).toBe('Webcam')
  expect(media.store.get().lost).toEqual({})
})

test('the only camera is unplugged and plugged in again, and the sound goes on', async () => {
  const sound = used('microphone')
  await plug([headset], 'camera')
  expect(media.store.get()).toMatchObject({ camera: null, problems: { camera: 'missing' }, lost: { camera: 'Webcam' } })
  expect(used('microphone')).toBe(sound)
  await plug([webcam, headset])
  expect(labelOf('camera')).toBe('Webcam')
  expect(media.store.get()).toMatchObject({ problems: {}, lost: {} })
  expect(sound?.stop).not.toHaveBeenCalled()
})

test('a camera with a microphone loses both, and both are named', async () => {
  present = []
  used('camera')?.dispatchEvent(new Event('ended'))
  await plug([], 'microphone')
  expect(media.store.get().lost).toEqual({ camera: 'Webcam', microphone: 'Headset' })
})

test('a muted microphone is still muted after it was plugged in again', async () => {
  media.mute(true)
  await plug([webcam], 'microphone')
  await plug([webcam, headset])
  expect(used('microphone')?.enabled).toBe(false)
})

test('a camera that the person has switched off stays off when a device is plugged in', async () => {
  await plug([builtIn, headset], 'camera')
  await media.switchCamera(false)
  await plug([builtIn, webcam, headset])
  expect(used('camera')).toBeNull()
})

test('a camera that is switched off while it opens stays off, and its lamp goes out', async () => {
  await media.switchCamera(false)
  const opening = media.switchCamera(true)
  await media.switchCamera(false)
  await opening
  expect(used('camera')).toBeNull()
  expect(Track.all.at(-1)?.stop).toHaveBeenCalled()
})

test('a camera that another program has taken during the call is named, and used once it is free', async () => {
  refusal = 'NotReadableError'
  used('camera')?.dispatchEvent(new Event('ended'))
  await settled()
  expect(media.store.get()).toMatchObject({ camera: null, problems: { camera: 'busy' } })
  refusal = null
  await media.retry()
  expect(labelOf('camera')).toBe('Webcam')
  expect(media.store.get().problems).toEqual({})
})

test('trying again leaves a device alone that works', async () => {
  await plug([headset], 'camera')
  await media.retry()
  expect(used('microphone')?.stop).not.toHaveBeenCalled()
})

test('the others learn of a microphone or camera that its own switch turns off', () => {
  used('microphone')?.dispatchEvent(new Event('mute'))
  used('camera')?.dispatchEvent(new Event('mute'))
  expect(mediaState(media.store.get())).toEqual({ camera: false, microphone: false, screen: false })
  used('microphone')?.dispatchEvent(new Event('unmute'))
  expect(mediaState(media.store.get())).toMatchObject({ camera: false, microphone: true })
  expect(media.store.get().silenced).toEqual({ camera: true, microphone: false })
})
