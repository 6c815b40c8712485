import { IconAlertTriangle, IconLock, IconPlaneDeparture, IconRepeat, IconWorld } from '@tabler/icons-react'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import { sessionStatusIcons } from '../../session/session.ts'
import type { CalendarItemStatus } from './items.ts'

/** The status of an item, or `repeats` for an item of a series. */
type Mark = CalendarItemStatus | 'repeats'

const icons: Record<Mark, IconType> = {
  ...sessionStatusIcons,
  event: IconLock,
  imported: IconWorld,
  outdated: IconAlertTriangle,
  absence: IconPlaneDeparture,
  repeats: IconRepeat,
}
const idOf = (mark: string) => `calendar-icon-${mark}`

/** Defines the icons of the items once per page. The items refer to them, because a month draws hundreds of icons. */
export function CalendarItemIcons() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      {Object.entries(icons).map(([mark, Icon]) => (
        <symbol key={mark} id={idOf(mark)} viewBox="0 0 24 24">
          <Icon size={24} stroke={1.75} />
        </symbol>
      ))}
    </svg>
  )
}

/** The icon of a status. The page must also render `CalendarItemIcons`, which defines the icon. */
export function CalendarItemIcon({ mark, size = 14, className }: { mark: Mark; size?: number; className?: string }) {
  return (
    <svg width={size} height={size} className={className} aria-hidden>
      <use href={`#${idOf(mark)}`} />
    </svg>
  )
}
