import { weekdays } from '@attune/contract/common/time/time'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, dayText, monthOfText, weekdayText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import classes from './booking.module.css'
import { freeDayForKey, monthOf, addMonths, weeksInMonth } from './month-days.ts'

type Props = {
  /** The month as `YYYY-MM`. */
  month: string
  /** The free times by day (`YYYY-MM-DD`). Days without free times have no entry. */
  free: ReadonlyMap<string, { length: number }>
  chosen: string | null
  busy: boolean
  /** The last day that can be booked. */
  latest: string | undefined
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}

/**
 * Renders a month with weeks from Monday. The person can choose only days with free times. The grid is one tab stop;
 * arrow keys move between free days.
 */
export function MonthGrid(props: Props) {
  const { month, free, chosen, busy, onChoose } = props
  const locale = useLocale()
  const id = useId()
  const today = localDay(useNow().toISOString(), locale)
  const { table, days, changeMonth, onKeyDown } = useMonthKeys(props, today)
  const phone = usePhone()
  const strip = useWeekStrip(props, days, changeMonth)
  const weeks = phone ? [strip.week] : weeksInMonth(month)
  const shown = phone ? days.filter((day) => strip.week.includes(day)) : days
  const tabStop = chosen && shown.includes(chosen) ? chosen : shown[0]
  return (
    <div aria-busy={busy}>
      <MonthHead {...props} id={id} today={today} strip={phone ? strip : null} onTurn={changeMonth} />
      <table ref={table} aria-labelledby={id} className={classes.grid} data-waits={busy || undefined}>
        <Weekdays />
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)} data-past={week.every((day) => !day || day < today) || undefined}>
              {week.map((day, weekday) =>
                day ? (
                  <td key={day}>
                    <Day
                      day={day}
                      count={free.get(day)?.length ?? 0}
                      chosen={day === chosen}
                      today={day === today}
                      tabStop={day === tabStop}
                      onChoose={() => onChoose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    />
                  </td>
                ) : (
                  <td key={weekday} aria-hidden />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Returns the week of the month that a phone shows, and `turn`, which shows the next (1) or previous (-1) week.
 * Initially this is the week of the chosen day, otherwise of the first free day. `turn` also chooses the first free day
 * of the new week. Beyond the first and last week, it changes the month.
 */
function useWeekStrip({ month, chosen, onChoose }: Props, days: string[], changeMonth: (by: 1 | -1) => void) {
  const [turned, setTurned] = useState<{ month: string; at: number } | null>(null)
  const weeks = weeksInMonth(month)
  const weekOf = (day: string | null | undefined) => weeks.findIndex((week) => day && week.includes(day))
  const found = weekOf(chosen) >= 0 ? weekOf(chosen) : weekOf(days[0])
  const at = turned?.month === month ? turned.at : Math.max(0, found)
  const turn = (by: 1 | -1) => {
    const week = weeks[at + by]
    if (!week) return changeMonth(by)
    setTurned({ month, at: at + by })
    const free = days.find((day) => week.includes(day))
    if (free) onChoose(free)
  }
  return { week: weeks[at] ?? weeks[0] ?? [], isFirst: at === 0, isLast: at === weeks.length - 1, turn }
}

/** Returns the free days of the month, and moves the focus between free days and months with the keyboard. */
function useMonthKeys({ month, free, busy, latest, onChoose, onMonth }: Props, today: string) {
  const table = useRef<HTMLTableElement>(null)
  const pendingFocus = useRef<'first' | 'last' | string | null>(null)
  const days = weeksInMonth(month)
    .flat()
    .filter((day): day is string => day !== null && free.has(day))
  // When an arrow key has changed the month, moves the focus once the days of that month are loaded.
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
  return { table, days, changeMonth, onKeyDown }
}

type HeadProps = Pick<Props, 'month' | 'latest'> & {
  id: string
  today: string
  /** The week that a phone shows; null if the whole month is shown. */
  strip: ReturnType<typeof useWeekStrip> | null
  onTurn: (by: 1 | -1) => void
}

function MonthHead({ month, latest, id, today, strip, onTurn }: HeadProps) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const turn = strip ? strip.turn : onTurn
  const atStart = month <= monthOf(today) && (!strip || strip.isFirst || strip.week.includes(today))
  const atEnd =
    latest !== undefined && month >= monthOf(latest) && (!strip || strip.isLast || strip.week.includes(latest))
  return (
    <div className={classes.monthHead}>
      <h2 id={id} className={classes.month} aria-live="polite">
        {monthOfText(`${month}-15T12:00:00Z`, { ...locale, zone: 'UTC' })}
      </h2>
      <ActionIcon aria-label={t(strip ? 'week.before' : 'month.before')} disabled={atStart} onClick={() => turn(-1)}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t(strip ? 'week.after' : 'month.after')} disabled={atEnd} onClick={() => turn(1)}>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function Weekdays() {
  const { language } = useLocale()
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => {
          const name = weekdayText(weekday, language)
          return (
            <th key={weekday} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type DayProps = {
  day: string
  /** The number of free times on the day. */
  count: number
  chosen: boolean
  today: boolean
  tabStop: boolean
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

function Day({ day, count, chosen, today, tabStop, onChoose, onKeyDown }: DayProps) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const number = Number(day.slice(8))
  if (count === 0) return <span className={classes.noDay}>{number}</span>
  return (
    <button
      type="button"
      className={classes.day}
      aria-pressed={chosen}
      data-day={day}
      data-today={today || undefined}
      aria-label={`${dayText(day, locale, 'long')}, ${t('times', { count })}`}
      aria-current={today ? 'date' : undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      {number}
    </button>
  )
}
