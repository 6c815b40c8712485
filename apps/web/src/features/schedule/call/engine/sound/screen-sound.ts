/** Constraints that are missing in TypeScript's types. Browsers ignore constraints that they do not support. */
type ScreenSoundConstraints = MediaTrackConstraints & { restrictOwnAudio: boolean }
type ScreenOptions = DisplayMediaStreamOptions & { systemAudio: 'include' | 'exclude' }

/**
 * Requests a screen to share. If the browser cannot record the screen's sound, requests only the picture. A person who declines is not asked again.
 */
export async function openScreen(): Promise<MediaStream> {
  const options = screenOptions()
  try {
    return await navigator.mediaDevices.getDisplayMedia(options)
  } catch (error) {
    if ((error as DOMException).name === 'NotAllowedError') throw error
    return navigator.mediaDevices.getDisplayMedia({ video: options.video ?? true })
  }
}

/**
 * Returns the constraints for a shared screen: its picture, with its sound where the browser offers that. Includes the sound of the whole device only
 * if the browser leaves out this page; otherwise the others would hear their own voices.
 */
function screenOptions(): ScreenOptions {
  const known = navigator.mediaDevices.getSupportedConstraints?.() as Record<string, boolean> | undefined
  const audio: ScreenSoundConstraints = {
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
    restrictOwnAudio: true,
  }
  return {
    video: { frameRate: { max: 15 } },
    audio,
    systemAudio: known?.restrictOwnAudio ? 'include' : 'exclude',
  }
}

/**
 * Mixes the voice and the sound of a shared screen into one track, so that the connections have one transceiver for sound and need no negotiation.
 */
export class ScreenSound {
  readonly #context = new AudioContext()
  readonly #out = this.#context.createMediaStreamDestination()
  readonly #screen: MediaStreamTrack
  #voice: AudioNode | null = null

  constructor(screen: MediaStreamTrack, microphone: MediaStreamTrack | null) {
    this.#screen = screen
    this.#add(screen)
    this.use(microphone)
    void this.#context.resume()
  }

  /** The track that is sent. A muted microphone is silent in it. */
  get track(): MediaStreamTrack | null {
    return this.#out.stream.getAudioTracks()[0] ?? null
  }

  #add(track: MediaStreamTrack): AudioNode {
    const source = this.#context.createMediaStreamSource(new MediaStream([track]))
    source.connect(this.#out)
    return source
  }

  /** Takes the voice from another microphone. */
  use(microphone: MediaStreamTrack | null): void {
    this.#voice?.disconnect()
    this.#voice = microphone && this.#add(microphone)
  }

  /** Ends the sound of the screen. The microphone stays open. */
  close(): void {
    this.#screen.stop()
    this.track?.stop()
    void this.#context.close()
  }
}
