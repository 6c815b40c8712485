import type { KeyboardEvent } from 'react'
import { useMe } from '../../platform/login/login.ts'

const controlKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Whether a finger is the main way to point. On such a device, Enter inserts a line break whatever the setting is. */
const isTouchDevice = () => matchMedia('(pointer: coarse)').matches

/**
 * Returns the handler that sends a message by keyboard, and the name of the key. Ctrl or Cmd with Enter always sends.
 * Enter alone sends if the person has chosen that in the settings; Enter with Shift then inserts a line break.
 */
export function useSendKey(send: () => void) {
  const enterSends = useMe()?.enterKey === 'send' && !isTouchDevice()
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also accepts a word that an input method suggests.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const hasModifier = event.ctrlKey || event.metaKey
    if (!hasModifier && (!enterSends || event.shiftKey)) return
    event.preventDefault()
    send()
  }
  return { sendKey: enterSends ? 'Enter' : `${controlKey} Enter`, onKeyDown }
}
