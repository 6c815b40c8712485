import {
  IconArrowsExchange,
  IconBan,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockQuestion,
  IconLock,
  IconMessageQuestion,
  IconPlaneDeparture,
  IconRepeat,
  IconUserX,
  IconWorld,
} from '@tabler/icons-react'
import { useContext } from 'react'
import type { IconType } from '../../ui/page/StatusBadge.tsx'
import { SessionTypeLabel } from '../session-type/session-type.ts'
import { TherapistLocalTime } from '../session/session.ts'
import type { GridItemContext } from './grid-items.ts'
import classes from './CalendarItemCard.module.css'
import type { CalendarItem, CalendarItemStatus as What } from './calendar-items.ts'
import { CalendarTextContext } from './calendar-text-context.ts'

const icons: Record<What, IconType> = {
  pending: IconClockQuestion,
  scheduled: IconCircleDashed,
  confirmed: IconCircleCheck,
  rescheduled: IconArrowsExchange,
  completed: IconCircleCheckFilled,
  cancelled: IconBan,
  denied: IconBan,
  'no-show': IconUserX,
  asked: IconMessageQuestion,
  event: IconLock,
  imported: IconWorld,
  absence: IconPlaneDeparture,
}

/** Returns the CSS classes for the appearance of an item in the grid, the list and the print sheet. */
export const itemClassName = (item: CalendarItem) => `${classes.look} ${classes[item.appearance] ?? ''}`

/** Shows the status of an item as icon and text. */
export function CalendarItemStatusLabel({ item }: { item: CalendarItem }) {
  const words = useContext(CalendarTextContext)
  const Icon = icons[item.status]
  return (
    <span className={classes.standing}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>{words?.standing(item)}</span>
    </span>
  )
}

/** Shows the type of a session that has one. */
export function CalendarItemType({ item }: { item: CalendarItem }) {
  if (item.kind !== 'session' || !item.session.type) return null
  return (
    <span className={classes.type}>
      <SessionTypeLabel type={item.session.type} />
    </span>
  )
}

/** Shows an item in the grid: name, time and status. Uses one line if there is little space. */
export function CalendarItemCard({ item, room }: { item: CalendarItem; room: GridItemContext }) {
  const words = useContext(CalendarTextContext)
  const Icon = icons[item.status]
  const hasTime = item.kind !== 'absence' || !item.absence.wholeDays
  const time = hasTime && <span className={classes.time}>{words?.time(room.draggedStart ?? item.startUtc)}</span>
  const name = <span className={classes.name}>{item.name}</span>
  const repeats = item.repeats && <IconRepeat size={12} stroke={1.75} aria-hidden className={classes.repeats} />
  if (room.month || room.short)
    return (
      <span className={classes.line} data-narrow={room.narrow || undefined}>
        <Icon size={14} stroke={1.75} aria-hidden />
        <span className={classes.spoken}>{words?.standing(item)}</span>
        {!(room.month && room.narrow) && <>{time} </>}
        {name} {!room.narrow && repeats}
      </span>
    )
  return (
    <span className={classes.card}>
      <span className={classes.first}>
        {name} {time} {repeats}
      </span>
      <CalendarItemStatusLabel item={item} />
      <CalendarItemType item={item} />
      {item.kind === 'session' && (
        <span className={classes.clock}>
          <TherapistLocalTime session={item.session} />
        </span>
      )}
    </span>
  )
}
