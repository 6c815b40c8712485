import { useEffect, useRef, useState } from 'react'
import type { RecorderProblem, Recording, VoiceRecording } from './recording.ts'

/** Records from the microphone until `stop` is called or the size limit for audio is nearly reached. */
export function useRecorder(onDone: (recording: Recording) => void) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const [problem, setProblem] = useState<RecorderProblem | null>(null)
  const running = useRef<VoiceRecording | null>(null)
  // Releases the microphone when the component unmounts.
  useEffect(() => () => running.current?.end(false), [])

  async function start() {
    setProblem(null)
    const code = await import('./recording.ts').catch(() => null)
    if (!code) return setProblem('failed')
    const microphone = await code.openMicrophone()
    if (typeof microphone === 'string') return setProblem(microphone)
    running.current = new code.VoiceRecording(microphone, {
      onSeconds: setSeconds,
      onEnd: (recording, cause) => {
        running.current = null
        setSeconds(null)
        setProblem(cause)
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
