import type { Message } from '@attune/contract/features/messages/message/message'
import { startTransition, useEffect, useMemo, useState } from 'react'

/** The number of older messages that a frame adds. The layout of 50 of them takes longer than a frame. */
const portion = 17

/**
 * Returns the messages without those that were added before the first one since the last render, and adds these in
 * portions, one after another, each in a frame of its own.
 */
export function useInPortions(messages: readonly Message[]): readonly Message[] {
  const [first, setFirst] = useState(messages[0]?.seq)
  const place = messages.findIndex(({ seq }) => seq === first)
  const next = messages[Math.max(0, place - portion)]?.seq
  useEffect(() => {
    if (next === first) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setFirst(next)))
    return () => cancelAnimationFrame(frame)
  }, [next, first])
  return useMemo(() => (place > 0 ? messages.slice(place) : messages), [messages, place])
}
