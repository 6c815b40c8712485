import { memo, useContext } from 'react'
import { SessionTypeDot, SessionTypeLabel } from '../../session-type/session-type.ts'
import type { GridItemContext } from '../grid/items.ts'
import classes from './CalendarItemCard.module.css'
import type { CalendarItem } from './items.ts'
import { CalendarItemIcon } from './CalendarItemIcon.tsx'
import { CalendarTextContext } from './text-context.ts'

/** Returns the CSS classes for the appearance of an item in the grid, the list and the print sheet. */
export const itemClassName = (item: CalendarItem) => `${classes.look} ${classes[item.appearance] ?? ''}`

/** Shows the status of an item as icon and text. */
export function CalendarItemStatusLabel({ item }: { item: CalendarItem }) {
  const calendarText = useContext(CalendarTextContext)
  return (
    <span className={classes.standing}>
      <CalendarItemIcon mark={item.status} />
      <span>{calendarText?.standing(item)}</span>
    </span>
  )
}

/** Shows the type of a session, with its color if the calendar shows several types. Renders nothing if there is no type. */
export function CalendarItemType({ item }: { item: CalendarItem }) {
  if (item.kind !== 'session' || !item.session.type) return null
  return (
    <span className={classes.type}>
      {item.hasTypeColor ? <SessionTypeLabel type={item.session.type} /> : item.session.type.name}
    </span>
  )
}

/** Shows an item in the grid: name, time and status. Uses one line if there is little space. */
export const CalendarItemCard = memo(function CalendarItemCard(props: { item: CalendarItem } & GridItemContext) {
  const { item, short, narrow, month, draggedStart } = props
  const calendarText = useContext(CalendarTextContext)
  const hasTime = item.kind !== 'absence' || !item.absence.wholeDays
  const time = hasTime && <span className={classes.time}>{calendarText?.time(draggedStart ?? item.startUtc)}</span>
  const name = <span className={classes.name}>{item.name}</span>
  const repeats = item.repeats && <CalendarItemIcon mark="repeats" size={12} className={classes.repeats} />
  const type = item.kind === 'session' && item.session.type
  if (month || short)
    return (
      <span className={classes.line} data-narrow={narrow || undefined}>
        <CalendarItemIcon mark={item.status} />
        <span className={classes.spoken}>{calendarText?.standing(item)}</span>
        {!(month && narrow) && <>{time} </>}
        {name} {!narrow && repeats}
      </span>
    )
  return (
    <span className={classes.card} data-lines>
      <span className={classes.first}>
        {name} {time} {repeats} {type && item.hasTypeColor && <SessionTypeDot type={type} />}
      </span>
      <CalendarItemStatusLabel item={item} />
      {type && <span className={classes.typeName}>{type.name}</span>}
    </span>
  )
})
