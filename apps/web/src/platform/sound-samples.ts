type SoundSamples = {
  /** Returns the samples of the last moment, from -1 to 1. The next call overwrites them. */
  read(): Float32Array<ArrayBuffer>
  close(): void
}

/** Opens the samples of a stream's sound for a level meter; null in a browser without Web Audio. Nothing is stored. */
export function openSoundSamples(stream: MediaStream): SoundSamples | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      return samples
    },
    close: () => void context.close(),
  }
}
