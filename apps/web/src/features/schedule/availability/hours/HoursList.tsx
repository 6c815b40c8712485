import type { BookableHours, TimeRange } from '@attune/contract/features/schedule/availability/availability'
import { weekdays } from '@attune/contract/common/time/time'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText, weekdayText } from '../../../../ui/page/date-text.ts'
import { FormatLabel } from '../../session/session.ts'
import classes from './client-timetable.module.css'

/** Lists the hours of the seven weekdays, Monday first. */
export function HoursOfWeek({ weekly }: Pick<BookableHours, 'weekly'>) {
  const { t } = useTranslation('timetable')
  const { language } = useLocale()
  return (
    <ul className={classes.days} aria-label={t('week')}>
      {weekdays.map((weekday) => (
        <DayHours
          key={weekday}
          name={weekdayText(weekday, language)}
          ranges={weekly.filter((range) => range.weekday === weekday)}
        />
      ))}
    </ul>
  )
}

/** Lists the days with hours that differ from the weekly hours. */
export function HoursOfDays({ days }: Pick<BookableHours, 'days'>) {
  const { t } = useTranslation('timetable')
  const locale = useLocale()
  return (
    <ul className={classes.days} aria-label={t('client.otherHours')}>
      {days.map(({ day, ranges }) => (
        <DayHours key={day} name={dayText(day, locale)} ranges={ranges} />
      ))}
    </ul>
  )
}

function DayHours({ name, ranges }: { name: string; ranges: readonly TimeRange[] }) {
  const { t } = useTranslation('timetable')
  return (
    <li className={classes.day}>
      <span className={classes.name}>{name}</span>
      <div className={classes.ranges}>
        {ranges.length === 0 && <span className={classes.closed}>{t('closed')}</span>}
        {ranges.map((range) => (
          <div key={range.from} className={classes.range}>
            <span className={classes.time}>
              {range.from} – {range.until}
            </span>
            <div className={classes.formats}>
              {range.formats.map((format) => (
                <FormatLabel key={format} session={{ format, location: range.location }} place />
              ))}
            </div>
          </div>
        ))}
      </div>
    </li>
  )
}
