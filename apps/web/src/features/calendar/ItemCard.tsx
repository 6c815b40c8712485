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
import type { IconType } from '../../ui/Mark.tsx'
import { TherapistClock } from '../session/session.ts'
import type { Room } from './Grid.tsx'
import classes from './Item.module.css'
import type { Item, Standing as What } from './items.ts'
import { Reading } from './reading.ts'

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

/** The CSS classes for the appearance of an item, shared by grid, list and print. */
export const lookOf = (item: Item) => `${classes.look} ${classes[item.look] ?? ''}`

/** Icon and text of an item's status. */
export function Standing({ item }: { item: Item }) {
  const words = useContext(Reading)
  const Icon = icons[item.standing]
  return (
    <span className={classes.standing}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>{words?.standing(item)}</span>
    </span>
  )
}

/** An item in the grid: name, time and status; on one line where space is short. */
export function ItemCard({ item, room }: { item: Item; room: Room }) {
  const words = useContext(Reading)
  const Icon = icons[item.standing]
  const hasTime = item.kind !== 'absence' || !item.absence.wholeDays
  const time = hasTime && <span className={classes.time}>{words?.time(room.heldAt ?? item.startUtc)}</span>
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
      <Standing item={item} />
      {item.kind === 'session' && (
        <span className={classes.clock}>
          <TherapistClock session={item.session} />
        </span>
      )}
    </span>
  )
}
