import { fileLimits } from '@attune/contract/features/care/file/file.rules'

/** The reason why recording failed or ended early. Each reason has its own message [8.05]. */
export type RecorderProblem = 'denied' | 'missing' | 'unsupported' | 'failed' | 'interrupted'
export type Recording = { blob: Blob; seconds: number }

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Bits per second of a recording: enough for speech, and 14 MB per hour. */
const bitsPerSecond = 32_000

type Microphone = { stream: MediaStream; type: string }

/** Asks for the microphone. Returns the reason if this browser cannot record or the person does not allow it. */
export async function openMicrophone(): Promise<Microphone | RecorderProblem> {
  const type =
    typeof MediaRecorder === 'undefined' ? undefined : types.find((one) => MediaRecorder.isTypeSupported(one))
  if (!type || !navigator.mediaDevices?.getUserMedia) return 'unsupported'
  try {
    return { stream: await navigator.mediaDevices.getUserMedia({ audio: true }), type }
  } catch (error) {
    return problemOf(error)
  }
}

function problemOf(error: unknown): RecorderProblem {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotSupportedError' || name === 'TypeError' ? 'unsupported' : 'failed'
}

type RecordingEvents = {
  /** Called about twice a second with the recorded time, which does not include pauses. */
  onSeconds: (seconds: number) => void
  /**
   * Called once the microphone is released. `recording` is null if the recording was discarded or contains nothing. `problem` is the reason why the
   * recording ended early, otherwise null.
   */
  onEnd: (recording: Recording | null, problem: RecorderProblem | null) => void
}

/**
 * Records from a microphone until `end` is called, the microphone is removed, `maxSeconds` have been recorded, or the size limit for audio is
 * nearly reached. The recording before an interruption is kept.
 */
export class VoiceRecording {
  readonly #recorder: MediaRecorder
  readonly #parts: Blob[] = []
  #bytes = 0
  #recordedMilliseconds = 0
  /** The start of the current recording segment; null while the recording is paused. */
  #since: number | null = performance.now()
  #isKept = true
  #problem: RecorderProblem | null = null

  constructor({ stream, type }: Microphone, { onSeconds, onEnd }: RecordingEvents, maxSeconds = Infinity) {
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond })
    this.#recorder = recorder
    const timer = setInterval(() => {
      onSeconds(Math.min(this.seconds, maxSeconds))
      if (this.seconds >= maxSeconds) this.end(true)
    }, 500)
    recorder.ondataavailable = ({ data }) => {
      this.#parts.push(data)
      this.#bytes += data.size
      if (this.#bytes > fileLimits.audio * 0.95) this.end(true)
    }
    recorder.onerror = () => this.#interrupt()
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => this.#interrupt())
    recorder.onstop = () => {
      clearInterval(timer)
      const seconds = Math.min(Math.round(this.seconds), maxSeconds)
      for (const track of stream.getTracks()) track.stop()
      const blob = new Blob(this.#parts, { type: type.split(';')[0] ?? type })
      const isEmpty = blob.size === 0
      const problem = this.#problem && isEmpty ? 'failed' : this.#problem
      onEnd(this.#isKept && !isEmpty ? { blob, seconds: Math.max(seconds, 1) } : null, problem)
    }
    recorder.start(1_000)
  }

  /** The recorded seconds without pauses. */
  get seconds(): number {
    const running = this.#since === null ? 0 : performance.now() - this.#since
    return (this.#recordedMilliseconds + running) / 1000
  }

  pause(): void {
    if (this.#recorder.state !== 'recording') return
    this.#stopClock()
    this.#recorder.pause()
  }

  resume(): void {
    if (this.#recorder.state !== 'paused') return
    this.#since = performance.now()
    this.#recorder.resume()
  }

  /** Ends the recording and releases the microphone. Discards the recording unless `isKept`. Does nothing if the recording has already ended. */
  end(isKept: boolean): void {
    if (this.#recorder.state === 'inactive') return
    this.#isKept = isKept
    this.#stopClock()
    this.#recorder.stop()
  }

  #interrupt(): void {
    this.#problem ??= 'interrupted'
    this.#stopClock()
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
  }

  #stopClock(): void {
    this.#recordedMilliseconds = this.seconds * 1000
    this.#since = null
  }
}
