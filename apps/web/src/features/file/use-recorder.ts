import { fileLimits } from '@attune/contract/features/file.rules'
import { useEffect, useRef, useState } from 'react'

/** The reason why recording failed. Each reason has its own message [8.05]. */
export type RecorderProblem = 'denied' | 'missing' | 'unsupported' | 'failed'
export type Recording = { blob: Blob; seconds: number }

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Bits per second of a recording: enough for speech, and 14 MB per hour. */
const bitsPerSecond = 32_000

/** Records from the microphone until `stop` is called or the size limit for audio is nearly reached. */
export function useRecorder(onDone: (recording: Recording) => void) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const [problem, setProblem] = useState<RecorderProblem | null>(null)
  const running = useRef<{ end(keep: boolean): void } | null>(null)
  // Releases the microphone when the component unmounts.
  useEffect(() => () => running.current?.end(false), [])

  async function start() {
    setProblem(null)
    const type =
      typeof MediaRecorder === 'undefined' ? undefined : types.find((one) => MediaRecorder.isTypeSupported(one))
    if (!type || !navigator.mediaDevices?.getUserMedia) return setProblem('unsupported')
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    } catch (error) {
      return setProblem(problemOf(error))
    }
    running.current = record(stream, type, {
      onSeconds: setSeconds,
      onError: () => setProblem('failed'),
      onEnd: (recording) => {
        running.current = null
        setSeconds(null)
        if (recording) onDone(recording)
      },
    })
    setSeconds(0)
  }

  return {
    /** Recorded seconds; null while nothing is recorded. */
    seconds,
    problem,
    start: () => void start(),
    stop: () => running.current?.end(true),
    discard: () => running.current?.end(false),
  }
}

type RecordingEvents = {
  onSeconds: (seconds: number) => void
  onError: () => void
  /** Called once the microphone is released. `recording` is null if the recording was discarded. */
  onEnd: (recording: Recording | null) => void
}

/** Records a stream until `end` is called, an error occurs or the size limit for audio is nearly reached. */
function record(stream: MediaStream, type: string, { onSeconds, onError, onEnd }: RecordingEvents) {
  const parts: Blob[] = []
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond })
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  let kept = true
  let length = 0
  const timer = setInterval(() => onSeconds(passed()), 500)
  const end = (keep: boolean) => {
    kept = keep
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.ondataavailable = ({ data }) => {
    parts.push(data)
    length += data.size
    if (length > fileLimits.audio * 0.95) recorder.stop()
  }
  recorder.onerror = () => {
    onError()
    end(false)
  }
  recorder.onstop = () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    const blob = new Blob(parts, { type: type.split(';')[0] ?? type })
    onEnd(kept ? { blob, seconds: Math.round(passed()) } : null)
  }
  recorder.start(1_000)
  return { end }
}

function problemOf(error: unknown): RecorderProblem {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotSupportedError' || name === 'TypeError' ? 'unsupported' : 'failed'
}
