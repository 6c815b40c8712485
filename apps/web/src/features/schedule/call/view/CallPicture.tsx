import { useEffect, useRef } from 'react'
import classes from '../call.module.css'

type Props = {
  /** The name of the person, which assistive technology reads. */
  label: string
  source: MediaStreamTrack | MediaStream | null
  /** Whether the picture is shown as in a mirror. The other people see it as it is. */
  isMirrored?: boolean
}

/** Shows a camera or a screen, always without sound, which the call plays elsewhere. */
export function CallPicture({ label, source, isMirrored = false }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = source instanceof MediaStream ? source : source && new MediaStream([source])
    // The browser may refuse sound before the first click on the page. The click on 'Join' counts as such a click.
    if (source) void element.play()?.catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [source])
  return (
    <video
      ref={video}
      className={classes.video}
      data-mirrored={isMirrored || undefined}
      aria-label={label}
      muted
      autoPlay
      playsInline
    >
      {/* A live call has no captions. */}
      <track kind="captions" />
    </video>
  )
}
