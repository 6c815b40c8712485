import type { MediaState } from '@attune/contract/features/schedule/call/call.rules'
import { createStore, type Store } from '../../../../platform/create-store.ts'
import {
  listDevices,
  openDevice,
  openDevices,
  watchDevice,
  watchDeviceList,
  type DeviceProblem,
  type OpenedDevices,
  type Preferred,
  type SentKind,
} from './devices.ts'
import { openScreen, ScreenSound } from './sound/screen-sound.ts'
import type { SentTracks } from './sent-media.ts'

/** This person's camera, microphone and screen, and the reason why one of them is missing. */
export type OwnMediaState = OpenedDevices & {
  isOpening: boolean
  isMuted: boolean
  screen: MediaStreamTrack | null
  /** The voice together with the sound of the shared screen; null while no screen with sound is shared. */
  mixedSound: MediaStreamTrack | null
  /**
   * The names of devices that were unplugged, until they are back or the person chooses another. Meanwhile another device is used if there is one.
   */
  lost: Partial<Record<SentKind, string>>
  /** Whether a device is muted or blacked out by its own switch or by the system. */
  silenced: Record<SentKind, boolean>
}

const sentKinds = ['microphone', 'camera'] as const

const nothing: OwnMediaState = {
  isOpening: false,
  isMuted: false,
  camera: null,
  microphone: null,
  screen: null,
  mixedSound: null,
  problems: {},
  lost: {},
  silenced: { camera: false, microphone: false },
}

/** Camera, microphone and screen of this person. They are opened on the page before the call and stay open in the call. */
export class OwnMedia {
  readonly store: Store<OwnMediaState> = createStore(nothing)
  #watches: (() => void)[] = []
  #screenSound: ScreenSound | null = null
  /** The number of the latest opening. Devices that the browser opens for an earlier number are closed at once. */
  #opening = 0
  /** The number of the latest request for each device: of two changes at the same time, the later one counts. */
  readonly #asked: Record<SentKind, number> = { camera: 0, microphone: 0 }

  #set(change: Partial<OwnMediaState>) {
    this.store.set({ ...this.store.get(), ...change })
  }

  /** Asks the browser for the devices. The camera is left out when the person joins without it. */
  async open(withCamera: boolean): Promise<void> {
    this.close()
    const opening = ++this.#opening
    this.#set({ isOpening: true })
    const opened = await openDevices(withCamera)
    if (opening !== this.#opening) {
      for (const track of [opened.camera, opened.microphone]) track?.stop()
      return
    }
    this.#set({ ...opened, isOpening: false })
    this.#watchDevices()
  }

  /** Mutes or unmutes the microphone. The track stays open and sends silence while muted, so that the first word afterwards is heard at once. */
  mute(isMuted: boolean): void {
    const { microphone } = this.store.get()
    if (microphone) microphone.enabled = !isMuted
    this.#set({ isMuted })
  }

  /** Switches the camera on or off. When it is off, the device is closed, so that its lamp goes out. */
  async switchCamera(isOn: boolean): Promise<void> {
    if (isOn) return this.reopen('camera')
    this.store.get().camera?.stop()
    this.#asked.camera++
    this.#forgetLost('camera')
    this.#set({ camera: null })
    this.#watchDevices()
  }

  /** Forgets that a device was unplugged, so that a device that the person switches off or replaces is not opened again automatically. */
  #forgetLost(kind: SentKind) {
    const { [kind]: _, ...lost } = this.store.get().lost
    this.#set({ lost })
  }

  /** Tries again to open the devices that could not be used. Devices that are open are not changed. */
  async retry(): Promise<void> {
    const { problems } = this.store.get()
    for (const kind of sentKinds) if (problems[kind]) await this.choose(kind)
  }

  /** Opens the device that the person has chosen on this page. */
  async choose(kind: SentKind): Promise<void> {
    this.#forgetLost(kind)
    await this.reopen(kind)
  }

  /** Opens a device again, for example after another one was chosen. The other device stays open. */
  async reopen(kind: SentKind, preferred?: Preferred): Promise<void> {
    const opening = this.#opening
    const asked = ++this.#asked[kind]
    this.store.get()[kind]?.stop()
    const opened = await openDevice(kind, preferred)
    if (opening !== this.#opening || asked !== this.#asked[kind])
      return typeof opened === 'string' ? undefined : opened.stop()
    const { problems, isMuted } = this.store.get()
    const isTrack = typeof opened !== 'string'
    if (isTrack && kind === 'microphone') opened.enabled = !isMuted
    if (kind === 'microphone') this.#screenSound?.use(isTrack ? opened : null)
    this.#set({ [kind]: isTrack ? opened : null, problems: withProblem(problems, kind, isTrack ? undefined : opened) })
    this.#watchDevices()
  }

  /** Changes between the front and the back camera of a phone. */
  async turnCamera(): Promise<void> {
    const isBack = this.store.get().camera?.getSettings().facingMode === 'environment'
    await this.reopen('camera', { facing: isBack ? 'user' : 'environment' })
  }

  /**
   * Shares the screen instead of the camera, with its sound where the browser offers it. The browser lets the person choose a screen; a person who
   * declines changes nothing.
   */
  async shareScreen(): Promise<void> {
    try {
      const stream = await openScreen()
      const [screen] = stream.getVideoTracks()
      if (!screen) return
      const [sound] = stream.getAudioTracks()
      if (sound) this.#screenSound = new ScreenSound(sound, this.store.get().microphone)
      screen.contentHint = 'detail'
      // The browser has a button of its own that stops sharing.
      screen.addEventListener('ended', () => this.stopSharing())
      this.#set({ screen, mixedSound: this.#screenSound?.track ?? null })
    } catch {
      // The person has closed the browser's dialog.
    }
  }

  stopSharing(): void {
    this.store.get().screen?.stop()
    this.#set({ screen: null, mixedSound: null })
    this.#endScreenSound()
  }

  #endScreenSound() {
    this.#screenSound?.close()
    this.#screenSound = null
  }

  #watchDevices() {
    for (const stop of this.#watches.splice(0)) stop()
    this.#watches.push(watchDeviceList(() => void this.#takeBack()))
    for (const kind of sentKinds) {
      const track = this.store.get()[kind]
      const onSilenced = (isSilenced: boolean) =>
        this.#set({ silenced: { ...this.store.get().silenced, [kind]: isSilenced } })
      onSilenced(track?.muted ?? false)
      if (!track) continue
      const onLost = () => {
        this.#set({ lost: { ...this.store.get().lost, [kind]: track.label } })
        void this.reopen(kind)
      }
      this.#watches.push(watchDevice(track, { onLost, onSilenced }))
    }
  }

  /** Opens a device that was unplugged when it is back, or another available one if none is in use. */
  async #takeBack(): Promise<void> {
    const devices = await listDevices()
    for (const kind of sentKinds) {
      const { lost, [kind]: used } = this.store.get()
      const label = lost[kind]
      if (label === undefined) continue
      const back = devices[kind].find((device) => device.label === label) ?? (used ? undefined : devices[kind][0])
      if (!back) continue
      await this.reopen(kind, { id: back.id })
      if (this.store.get()[kind]) this.#forgetLost(kind)
    }
  }

  /** Closes all devices. */
  close(): void {
    this.#opening++
    for (const stop of this.#watches.splice(0)) stop()
    const { camera, microphone, screen, isMuted } = this.store.get()
    for (const track of [camera, microphone, screen]) track?.stop()
    this.#endScreenSound()
    this.store.set({ ...nothing, isMuted })
  }
}

function withProblem(
  problems: OpenedDevices['problems'],
  kind: SentKind,
  problem: DeviceProblem | undefined,
): OpenedDevices['problems'] {
  const { [kind]: _, ...others } = problems
  return problem ? { ...others, [kind]: problem } : others
}

/**
 * The state of this person's media that is sent to the others. They show this state and do not detect it from the media, which would take seconds.
 */
export const mediaState = ({ camera, microphone, screen, isMuted, silenced }: OwnMediaState): MediaState => ({
  camera: camera !== null && !silenced.camera,
  microphone: microphone !== null && !isMuted && !silenced.microphone,
  screen: screen !== null,
})

/** The tracks that are sent. A weak line sends no picture. */
export const sentTracks = (
  { camera, microphone, screen, mixedSound }: OwnMediaState,
  sendsPicture: boolean,
): SentTracks => ({
  audio: mixedSound ?? microphone,
  video: sendsPicture ? (screen ?? camera) : null,
})
