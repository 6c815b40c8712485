import { voiceMessageSeconds } from '@attune/contract/features/messages/message/message.rules'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocked } from '../../../../platform/auth/use-auth.ts'
import { openMicrophone, VoiceRecording, type RecorderProblem, type Recording } from '../../../care/file/file.ts'

type VoiceStep =
  | { step: 'starting' }
  | { step: 'recording'; stream: MediaStream }
  /** `notice` is the reason why the recording ended automatically: the time limit was reached or the microphone was lost. */
  | { step: 'done'; recording: Recording; url: string; notice: 'limit' | 'interrupted' | null }
  | { step: 'failed'; problem: RecorderProblem }

/** A voice message that is being recorded or was recorded. */
export type VoiceDraft = {
  isRecording: boolean
  /** The complete recording; null until it ends. */
  recording: Recording | null
}

/**
 * Records a voice message of at most ten minutes. The recording begins at once. A locked page pauses it. `onChange` is
 * called when the recording begins, ends or fails.
 */
export function useVoiceRecorder(onChange: (voice: VoiceDraft) => void) {
  const [now, setNow] = useState<VoiceStep>({ step: 'starting' })
  const [seconds, setSeconds] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const running = useRef<VoiceRecording | null>(null)

  const finish = (recording: Recording | null, problem: RecorderProblem | null) => {
    running.current = null
    onChange({ isRecording: false, recording })
    if (!recording) return problem && setNow({ step: 'failed', problem })
    const limit = recording.seconds >= voiceMessageSeconds ? 'limit' : null
    const notice = problem ? 'interrupted' : limit
    setNow({ step: 'done', recording, url: URL.createObjectURL(recording.blob), notice })
  }
  const begin = async (isCurrent: () => boolean) => {
    onChange({ isRecording: true, recording: null })
    const microphone = await openMicrophone()
    if (typeof microphone === 'string') return finish(null, microphone)
    const { stream } = microphone
    if (!isCurrent()) return stream.getTracks().forEach((track) => track.stop())
    const events = { onSeconds: setSeconds, onEnd: finish }
    running.current = new VoiceRecording(microphone, events, voiceMessageSeconds)
    setNow({ step: 'recording', stream })
  }
  useBegin(now.step === 'starting', begin)
  // Releases the microphone when the component unmounts.
  useEffect(() => () => running.current?.end(false), [])
  useRevokedAddress(now)
  const pause = () => {
    running.current?.pause()
    setPaused(true)
  }
  usePauseWhileLocked(pause)
  return {
    ...now,
    seconds,
    isPaused,
    pause,
    resume: () => {
      running.current?.resume()
      setPaused(false)
    },
    stop: () => running.current?.end(true),
    again: () => {
      setPaused(false)
      setSeconds(0)
      setNow({ step: 'starting' })
    },
  }
}

/** Calls `begin` each time the recording starts. The argument returns false once the recording is no longer wanted. */
function useBegin(isStarting: boolean, begin: (isCurrent: () => boolean) => Promise<unknown>): void {
  const latest = useEffectEvent(begin)
  useEffect(() => {
    let isCurrent = true
    if (isStarting) void latest(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [isStarting])
}

/** Releases the memory of a recording that is no longer shown. */
function useRevokedAddress(now: VoiceStep): void {
  const url = now.step === 'done' ? now.url : null
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
}

function usePauseWhileLocked(pause: () => void): void {
  const latest = useEffectEvent(pause)
  const locked = useLocked()
  useEffect(() => {
    if (locked) latest()
  }, [locked])
}
