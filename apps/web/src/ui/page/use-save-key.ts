import { useEffect, useEffectEvent } from 'react'

/** Calls `save` on Ctrl+S or Cmd+S and suppresses the browser's own dialog. */
export function useSaveKey(save: () => void) {
  const latest = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
