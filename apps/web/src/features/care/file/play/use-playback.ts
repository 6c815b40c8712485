import { useRef, useState } from 'react'

type MediaEvent = { currentTarget: HTMLMediaElement }

/** The number of seconds that the buttons and the arrow keys skip [9.04]. */
export const skipSeconds = 10

/**
 * Plays audio or video. Renews the address of the file after an error and returns to the same position. Continues to
 * play if the file was playing before. `failures` counts the errors since playback last started.
 */
export function usePlayback(renew: () => unknown) {
  const media = useRef<HTMLMediaElement>(null)
  const { events, failures, isPlaying, seconds, position, move, wantToPlay } = useMediaEvents(renew)
  const attach = (element: HTMLMediaElement | null) => {
    media.current = element
  }
  const seek = (to: number) => {
    move(Math.max(to, 0))
    if (media.current) media.current.currentTime = Math.max(to, 0)
  }
  return {
    attach,
    events,
    failures,
    /** The position in whole seconds. */
    seconds,
    isPlaying,
    seek,
    /** Moves the position by a number of seconds, forward or back, at most to `end`. */
    step: (by: number, end = Infinity) => seek(Math.min(position() + by, end)),
    /** Plays or pauses. A file whose address is not loaded yet is played as soon as it is. */
    toggle: () => {
      if (isPlaying) return media.current?.pause()
      wantToPlay()
      play(media.current)
    },
    setSpeed: (speed: number) => {
      if (!media.current) return
      media.current.defaultPlaybackRate = speed
      media.current.playbackRate = speed
    },
  }
}

/** Plays a sound or a video. A failure is reported by an event. */
const play = (media: HTMLMediaElement | null) => void media?.play().catch(() => {})

/** Follows the events of a media element, and keeps the position for a new address of the file. */
function useMediaEvents(renew: () => unknown) {
  const [failures, setFailures] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const at = useRef(0)
  const playing = useRef(false)
  const move = (to: number) => {
    at.current = to
    setSeconds(Math.floor(to))
  }
  const events = {
    onTimeUpdate: ({ currentTarget }: MediaEvent) => move(currentTarget.currentTime),
    onLoadedMetadata: ({ currentTarget }: MediaEvent) => {
      if (at.current > 0) currentTarget.currentTime = at.current
      if (playing.current) play(currentTarget)
    },
    onPlay: () => {
      playing.current = true
      setPlaying(true)
    },
    onPause: ({ currentTarget }: MediaEvent) => {
      // The browser also pauses after an error, such as a lost connection. After such a pause, playback continues once
      // the file can be loaded again.
      playing.current = currentTarget.error !== null && playing.current
      setPlaying(false)
    },
    onPlaying: () => setFailures(0),
    onError: () => {
      setFailures((before) => before + 1)
      renew()
    },
  }
  const wantToPlay = () => {
    playing.current = true
  }
  return { events, failures, isPlaying, seconds, position: () => at.current, move, wantToPlay }
}
