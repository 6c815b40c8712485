import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !== null

/** Runs an action when its key is pressed, M for the microphone and V for the camera, but not while the person types. */
export function useCallKeys(acts: { m: () => void; v: () => void }) {
  const act = useEffectEvent((key: 'm' | 'v') => acts[key]())
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      if (key === 'm' || key === 'v') act(key)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
