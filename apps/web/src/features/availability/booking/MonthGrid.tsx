import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { localDay, dayText, monthOfText, weekdayText } from '../../../ui/date-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import classes from './booking.module.css'
import { freeDayForKey, monthOf, addMonths, weeksInMonth } from './month-days.ts'

type Props = {
  /** `YYYY-MM`. */
  month: string
  /** The free times by day. */
  free: ReadonlyMap<string, { length: number }>
  chosen: string | null
  busy: boolean
  /** The last day that can be booked. */
  latest: string | undefined
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}

/** A month, Monday first. Only days with free times can be chosen. The grid is one tab stop; arrow keys move between free days. */
export function MonthGrid({ month, free, chosen, busy, latest, onChoose, onMonth }: Props) {
  const { t } = useTranslation('booking')
  const reader = useLocale()
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const pendingFocus = useRef<'first' | 'last' | string | null>(null)
  const today = localDay(useNow().toISOString(), reader)
  const days = weeksInMonth(month)
    .flat()
    .filter((day): day is string => day !== null && free.has(day))
  const tabStop = chosen && days.includes(chosen) ? chosen : days[0]
  // After an arrow key changed the month, the focus moves once the days of that month are loaded.
  useEffect(() => {
    if (busy || !pendingFocus.current) return
    const day =
      pendingFocus.current === 'first' ? days[0] : pendingFocus.current === 'last' ? days.at(-1) : pendingFocus.current
    pendingFocus.current = null
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  })
  const changeMonth = (by: 1 | -1, focus: 'first' | 'last' | null = null) => {
    const next = addMonths(month, by)
    if (by < 0 ? next < monthOf(today) : Boolean(latest) && next > monthOf(latest ?? '')) return
    pendingFocus.current = focus
    onMonth(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, day: string) => {
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      changeMonth(event.key === 'PageDown' ? 1 : -1, 'first')
      return
    }
    const to = freeDayForKey(event.key, day, days)
    if (to === undefined) return
    event.preventDefault()
    if (to === null)
      changeMonth(
        event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1,
        event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? 'last' : 'first',
      )
    else {
      onChoose(to)
      pendingFocus.current = to
    }
  }
  return (
    <div aria-busy={busy}>
      <div className={classes.monthHead}>
        <h2 id={id} className={classes.month} aria-live="polite">
          {monthOfText(`${month}-15T12:00:00Z`, { ...reader, zone: 'UTC' })}
        </h2>
        <ActionIcon aria-label={t('month.before')} disabled={month <= monthOf(today)} onClick={() => changeMonth(-1)}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t('month.after')}
          disabled={latest !== undefined && month >= monthOf(latest)}
          onClick={() => changeMonth(1)}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <table ref={table} aria-labelledby={id} className={classes.grid} data-waits={busy || undefined}>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => {
              const name = weekdayText(weekday, reader.language)
              return (
                <th key={weekday} scope="col" abbr={name}>
                  {name.slice(0, 2)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weeksInMonth(month).map((week) => (
            <tr key={week.find(Boolean)} data-past={week.every((day) => !day || day < today) || undefined}>
              {week.map((day, weekday) => {
                const count = day ? free.get(day)?.length : undefined
                if (!day) return <td key={weekday} aria-hidden />
                if (!count)
                  return (
                    <td key={day}>
                      <span className={classes.noDay}>{Number(day.slice(8))}</span>
                    </td>
                  )
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className={classes.day}
                      aria-pressed={day === chosen}
                      data-day={day}
                      data-today={day === today || undefined}
                      aria-label={`${dayText(day, reader, 'long')}, ${t('times', { count })}`}
                      aria-current={day === today ? 'date' : undefined}
                      tabIndex={day === tabStop ? 0 : -1}
                      onClick={() => onChoose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
