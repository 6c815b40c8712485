import { useEffect, useState } from 'react'
import { openSoundSamples } from '../../../../platform/sound-samples.ts'
import { rememberedDevice } from '../engine/devices.ts'

/** The loudness of samples around zero, from 0 to 1. A voice at the usual distance reaches about a third. */
export function loudness(samples: Float32Array<ArrayBuffer>): number {
  let squares = 0
  for (const sample of samples) squares += sample * sample
  return Math.min(Math.sqrt(squares / Math.max(samples.length, 1)) * 4, 1)
}

/** The level of the microphone, from 0 to 1, ten times a second; 0 without a microphone. */
export function useLevel(microphone: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    const sound = microphone && openSoundSamples(new MediaStream([microphone]))
    if (!sound) return
    const timer = setInterval(() => setLevel(Math.round(loudness(sound.read()) * 50) / 50), 100)
    return () => {
      clearInterval(timer)
      setLevel(0)
      sound.close()
    }
  }, [microphone])
  return level
}

/** Plays two soft tones on the chosen loudspeaker. */
export const playTestSound = (speaker: string | undefined): Promise<void> => playTones([523, 659], speaker)

/** Plays two higher tones to announce that someone waits for the call. A page that has not been clicked yet stays silent. */
export const playWaitingSound = (): Promise<void> => playTones([784, 1047], rememberedDevice('speaker')?.id)

async function playTones(tones: readonly number[], speaker: string | undefined): Promise<void> {
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  for (const [at, hertz] of tones.entries()) {
    const tone = new OscillatorNode(context, { frequency: hertz })
    const volume = new GainNode(context, { gain: 0 })
    const from = context.currentTime + 0.1 + at * 0.5
    volume.gain.setTargetAtTime(0.2, from, 0.03)
    volume.gain.setTargetAtTime(0, from + 0.35, 0.05)
    tone.connect(volume).connect(out)
    tone.start(from)
    tone.stop(from + 0.6)
  }
  const sound = new Audio()
  sound.srcObject = out.stream
  if (speaker) await sound.setSinkId?.(speaker).catch(() => {})
  await sound.play().catch(() => {})
  setTimeout(() => void context.close(), 2_000)
}
