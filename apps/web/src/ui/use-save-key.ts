import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S, or Cmd+S, saves what is being written here and opens no dialog of the browser. */
export function useSaveKey(save: () => void) {
  const latest = useEffectEvent(save)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
