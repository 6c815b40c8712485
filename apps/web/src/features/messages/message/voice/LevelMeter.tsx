import { useEffect, useRef } from 'react'
import { openSoundSamples } from '../../../../platform/sound-samples.ts'
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
    return canvas.current ? drawLevel(canvas.current, stream, () => paused.current) : undefined
  }, [stream])
  return <canvas ref={canvas} className={classes.level} width={240} height={32} aria-hidden />
}

/** Draws the level until the returned function is called. Draws nothing in a browser without Web Audio. */
function drawLevel(canvas: HTMLCanvasElement, stream: MediaStream, isPaused: () => boolean) {
  const sound = openSoundSamples(stream)
  if (!sound) return undefined
  const pen = canvas.getContext('2d')
  const { width, height } = canvas
  let drawnAt = 0
  const draw = (now: number) => {
    frame = requestAnimationFrame(draw)
    if (!pen || isPaused() || now - drawnAt < barMilliseconds) return
    drawnAt = now
    const level = Math.min(
      sound.read().reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      1,
    )
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
    sound.close()
  }
}
