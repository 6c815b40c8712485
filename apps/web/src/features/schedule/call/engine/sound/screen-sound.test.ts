import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaState, OwnMedia, sentTracks } from '../own-media.ts'

class Track extends EventTarget {
  enabled = true
  isStopped = false
  contentHint = ''
  readonly kind: string
  readonly label: string
  constructor(kind: string, label: string) {
    super()
    this.kind = kind
    this.label = label
  }
  stop() {
    this.isStopped = true
  }
}

/** A fake audio context that records the tracks connected to it. */
class Mixer {
  static all: Mixer[] = []
  heard = new Set<Track>()
  isClosed = false
  out = new Track('audio', 'mixed')
  constructor() {
    Mixer.all.push(this)
  }
  createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [this.out] } })
  createMediaStreamSource = ({ tracks: [track] }: { tracks: [Track] }) => ({
    connect: () => this.heard.add(track),
    disconnect: () => this.heard.delete(track),
  })
  resume = () => Promise.resolve()
  close() {
    this.isClosed = true
    return Promise.resolve()
  }
}

let offered: { video: Track; audio: Track | null }
let microphone: Track
let asked: Record<string, unknown>[]
/** The name of the error with which the browser refuses a screen with sound. */
let refusal: string | null
let supported: Record<string, boolean>
let media: OwnMedia

beforeEach(async () => {
  Mixer.all = []
  supported = {}
  asked = []
  refusal = null
  offered = { video: new Track('video', 'screen'), audio: new Track('audio', 'film') }
  microphone = new Track('audio', 'Desk microphone')
  vi.stubGlobal('AudioContext', Mixer)
  vi.stubGlobal(
    'MediaStream',
    class {
      tracks: Track[]
      constructor(tracks: Track[]) {
        this.tracks = tracks
      }
    },
  )
  vi.stubGlobal('navigator', {
    mediaDevices: {
      addEventListener: () => {},
      removeEventListener: () => {},
      enumerateDevices: () => Promise.resolve([]),
      getUserMedia: () =>
        Promise.resolve({
          getTracks: () => [microphone],
          getAudioTracks: () => [microphone],
          getVideoTracks: () => [],
        }),
      getSupportedConstraints: () => supported,
      getDisplayMedia(options: Record<string, unknown>) {
        asked.push(options)
        if (options.audio && refusal) return Promise.reject(new DOMException('', refusal))
        return Promise.resolve({
          getVideoTracks: () => [offered.video],
          getAudioTracks: () => (offered.audio && options.audio ? [offered.audio] : []),
        })
      },
    },
  })
  media = new OwnMedia()
  await media.open(false)
})
afterEach(() => {
  media.close()
  vi.unstubAllGlobals()
})

const sent = () => sentTracks(media.store.get(), true) as unknown as { audio: Track; video: Track }
const heard = () => [...(Mixer.all[0]?.heard ?? [])].map(({ label }) => label).toSorted()

test('a shared screen is sent with its sound and the voice in one track', async () => {
  await media.shareScreen()
  expect(sent()).toMatchObject({ audio: { label: 'mixed' }, video: { label: 'screen' } })
  expect(heard()).toEqual(['Desk microphone', 'film'])
})

test('muting silences the voice alone', async () => {
  await media.shareScreen()
  media.mute(true)
  expect(microphone.enabled).toBe(false)
  expect([offered.audio?.enabled, Mixer.all[0]?.out.enabled]).toEqual([true, true])
  expect(sent().audio.label).toBe('mixed')
  expect(mediaState(media.store.get())).toEqual({ camera: false, microphone: false, screen: true })
})

test('another microphone takes the place of the first one, muted as before', async () => {
  await media.shareScreen()
  media.mute(true)
  const before = microphone
  microphone = new Track('audio', 'Headset')
  await media.choose('microphone')
  expect(heard()).toEqual(['Headset', 'film'])
  expect([before.isStopped, microphone.enabled]).toEqual([true, false])
  expect(Mixer.all).toHaveLength(1)
})

test.each(['the button', 'the browser'] as const)(
  'stopping by %s ends the sound and sends the voice alone',
  async (by) => {
    await media.shareScreen()
    if (by === 'the button') media.stopSharing()
    else offered.video.dispatchEvent(new Event('ended'))
    expect(sent()).toEqual({ audio: microphone, video: null })
    expect([offered.audio?.isStopped, offered.video.isStopped, microphone.isStopped]).toEqual([true, true, false])
    expect(Mixer.all[0]?.isClosed).toBe(true)
    await media.choose('microphone')
    expect(Mixer.all).toHaveLength(1)
  },
)

test('a screen without sound leaves the voice as it is', async () => {
  offered.audio = null
  await media.shareScreen()
  expect(sent()).toMatchObject({ audio: { label: 'Desk microphone' }, video: { label: 'screen' } })
  expect(Mixer.all).toEqual([])
})

test('the end of the call ends the sound of the screen', async () => {
  await media.shareScreen()
  media.close()
  expect([offered.audio?.isStopped, microphone.isStopped, Mixer.all[0]?.isClosed]).toEqual([true, true, true])
  expect(media.store.get().mixedSound).toBeNull()
})

test.each([
  ['is not asked for', {}, 'exclude'],
  ['is asked for where the browser leaves out this page', { restrictOwnAudio: true }, 'include'],
])('the sound of the whole device %s, so that the others do not hear themselves', async (_, known, systemAudio) => {
  supported = known
  await media.shareScreen()
  expect(asked[0]).toMatchObject({ systemAudio, audio: { restrictOwnAudio: true, echoCancellation: false } })
})

test('a browser that cannot record the sound of a screen shares its picture', async () => {
  refusal = 'NotReadableError'
  await media.shareScreen()
  expect(sent()).toMatchObject({ audio: { label: 'Desk microphone' }, video: { label: 'screen' } })
})

test('a person who declines is asked once', async () => {
  refusal = 'NotAllowedError'
  await media.shareScreen()
  expect(asked).toHaveLength(1)
  expect(media.store.get().screen).toBeNull()
})
