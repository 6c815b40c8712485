import { useEffect, useEffectEvent } from 'react'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut as this device writes it: 'Ctrl K', on Apple's '⌘ K'. */
export const commandKey = (letter: string) => `${apple ? '⌘' : 'Ctrl'} ${letter}`

/** Ctrl or Cmd and K opens the palette; not in an editor, where it is a link, and not over a dialog that waits for an answer. */
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
