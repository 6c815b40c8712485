import { useEffect, useRef } from 'react'
import classes from '../call.module.css'

type Props = {
  /** The name of the person, which assistive technology reads. */
  label: string
  source: MediaStreamTrack | MediaStream | null
  /** The own picture is mirrored, as in a mirror; the others see it as it is. */
  isOwn?: boolean
  isSilent?: boolean
}

/** Shows a camera or a screen. The own picture is always silent. */
export function CallPicture({ label, source, isOwn = false, isSilent = isOwn }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = source instanceof MediaStream ? source : source && new MediaStream([source])
    // The browser may refuse sound before the first click on the page; the click on 'Join' is one.
    if (source) void element.play()?.catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [source])
  return (
    <video
      ref={video}
      className={classes.video}
      data-own={isOwn || undefined}
      aria-label={label}
      muted={isSilent}
      autoPlay
      playsInline
    >
      {/* A live call has no captions. */}
      <track kind="captions" />
    </video>
  )
}
