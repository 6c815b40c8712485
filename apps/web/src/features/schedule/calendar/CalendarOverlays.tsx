import { lazyNamed } from '../../../platform/lazy-named.ts'
import type { OpenCalendarDialog } from './CalendarDialogs.tsx'
import type { GridBackground } from './grid/items.ts'
import { isOutsideAvailability } from './move/outside-availability.ts'
import type { PendingMove } from './move/use-pending-move.ts'

const ConfirmMoveCard = lazyNamed(() => import('./move/ConfirmMoveCard.tsx'), 'ConfirmMoveCard')
const CalendarDialogs = lazyNamed(() => import('./CalendarDialogs.tsx'), 'CalendarDialogs')

type Props = {
  moving: PendingMove
  initials: boolean
  /** The availability; null if it is not known. */
  hours: readonly GridBackground[] | null
  zone: string
  open: OpenCalendarDialog | null
  onOpen: (dialog: OpenCalendarDialog | null) => void
}

/** Renders the card that confirms a move, and the open dialog. */
export function CalendarOverlays({ moving, initials, hours, zone, open, onOpen }: Props) {
  return (
    <>
      {moving.asked && (
        <ConfirmMoveCard
          key={`${moving.asked.draft.startUtc} ${moving.asked.draft.endUtc}`}
          item={moving.asked.item}
          draft={moving.asked.draft}
          initials={initials}
          found={moving.asked.found}
          isOutside={
            moving.asked.item.kind === 'session' &&
            isOutsideAvailability(hours, moving.asked.draft, moving.asked.item.session.format)
          }
          onKeep={moving.keep}
          onDates={(together) => {
            moving.putBack()
            onOpen({ kind: 'series', ...together })
          }}
          onBack={moving.putBack}
        />
      )}
      {open && <CalendarDialogs open={open} zone={zone} onOpen={onOpen} />}
    </>
  )
}
