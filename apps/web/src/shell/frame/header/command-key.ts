import { useEffect, useEffectEvent } from 'react'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Returns a shortcut in the notation of this device: 'Ctrl K', on Apple devices '⌘ K'. */
export const commandKey = (letter: string) => `${apple ? '⌘' : 'Ctrl'} ${letter}`

/**
 * Opens the palette on Ctrl+K or Cmd+K. Does nothing in an editor, where these keys set a link, or while a modal dialog
 * is open.
 */
export function useCommandKey(open: () => void) {
  const act = useEffectEvent(open)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.isContentEditable)) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"]')) act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
