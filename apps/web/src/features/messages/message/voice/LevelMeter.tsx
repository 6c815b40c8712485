import { useEffect, useRef } from 'react'
import classes from './voice.module.css'

const barWidth = 3
const barStep = 5
/** The pause in milliseconds between two bars. */
const barMilliseconds = 80

/** Draws the microphone level as bars that move to the left. The level is never stored. */
export function LevelMeter({ stream, isPaused }: { stream: MediaStream; isPaused: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const paused = useRef(isPaused)
  useEffect(() => {
    paused.current = isPaused
  }, [isPaused])
  useEffect(() => {
    if (!canvas.current || typeof AudioContext === 'undefined') return undefined
    return drawLevel(canvas.current, stream, () => paused.current)
  }, [stream])
  return <canvas ref={canvas} className={classes.level} width={240} height={32} aria-hidden />
}

/** Draws the level until the returned function is called. */
function drawLevel(canvas: HTMLCanvasElement, stream: MediaStream, isPaused: () => boolean): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  const pen = canvas.getContext('2d')
  const { width, height } = canvas
  let drawnAt = 0
  const draw = (now: number) => {
    frame = requestAnimationFrame(draw)
    if (!pen || isPaused() || now - drawnAt < barMilliseconds) return
    drawnAt = now
    analyser.getByteTimeDomainData(samples)
    const level = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128
    pen.globalCompositeOperation = 'copy'
    pen.drawImage(canvas, -barStep, 0)
    pen.globalCompositeOperation = 'source-over'
    pen.fillStyle = getComputedStyle(canvas).color
    const bar = Math.max(level * height, 2)
    pen.fillRect(width - barStep, (height - bar) / 2, barWidth, bar)
  }
  let frame = requestAnimationFrame(draw)
  return () => {
    cancelAnimationFrame(frame)
    void context.close()
  }
}
