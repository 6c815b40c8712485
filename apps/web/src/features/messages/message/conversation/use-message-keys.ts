import type { Message } from '@attune/contract/features/messages/message/message'
import { useState, type KeyboardEvent } from 'react'

/** The number of messages that Page Up and Page Down skip. */
const pageStep = 10

type Options = { messages: readonly Message[]; loadOlder: () => void; onLeave: () => void }

/**
 * Moves the focus between messages by keyboard. The list is one tab stop: the message that last had the focus, at first
 * the latest one. Up, Down, Home, End, Page Up and Page Down move the focus; Escape leaves the list.
 */
export function useMessageKeys({ messages, loadOlder, onLeave }: Options) {
  const [focused, setFocused] = useState<number | null>(null)
  const isLoaded = messages.some(({ seq }) => seq === focused)
  const tabStop = isLoaded ? focused : (messages.at(-1)?.seq ?? null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return onLeave()
    const place = messages.findIndex(({ seq }) => seq === tabStop)
    const next = nextPlace(event.key, place, messages.length)
    // The menu of a message handles its keys itself.
    if (next === null || !(event.target instanceof HTMLElement) || !event.target.dataset['seq']) return
    event.preventDefault()
    if (next <= 0) loadOlder()
    const seq = messages[Math.max(next, 0)]?.seq
    event.currentTarget.querySelector<HTMLElement>(`[data-seq="${seq}"]`)?.focus()
  }
  return { focus: { tabStop, onFocus: setFocused }, onKeyDown }
}

/** Returns the index of the message to which a key moves the focus; null for other keys. */
function nextPlace(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return place - 1
    case 'ArrowDown':
      return Math.min(place + 1, count - 1)
    case 'PageUp':
      return place - pageStep
    case 'PageDown':
      return Math.min(place + pageStep, count - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
