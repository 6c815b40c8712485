import type { Message } from '@attune/contract/features/messages/message/message'
import { startTransition, useEffect, useMemo, useState } from 'react'

/** The number of older messages that are added per frame. The layout of 50 messages takes longer than one frame. */
const portion = 17

/** Returns the messages, but adds older ones that were loaded since the last render in portions, one per frame. */
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
