import { useState } from 'react'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EventDialog } from './EventDialog.tsx'
import { nextAfternoon } from './next-afternoon.ts'

/**
 * Adds a busy time, by default the rest of this afternoon, or the afternoon of tomorrow if less than an hour is left. The dialog shows the conflicts
 * before it saves.
 */
export function BlockAfternoonDialog({ onClose }: { onClose: () => void }) {
  const { zone } = useLocale()
  const [span] = useState(() => nextAfternoon(new Date(), zone))
  return <EventDialog event={null} {...span} onClose={onClose} />
}
