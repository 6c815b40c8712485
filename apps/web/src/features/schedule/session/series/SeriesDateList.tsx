import { dayBounds } from '@attune/contract/common/time/time'
import type { SeriesDate } from '@attune/contract/features/schedule/series/series'
import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, dayText, timeText } from '../../../../ui/page/date-text.ts'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import { useConflictText } from '../dialogs/SlotTakenNotice.tsx'
import { toggleDate, isBookedDate, type DateDecisions } from './date-decisions.ts'
import classes from './series.module.css'
import type { SeriesPreview } from './use-series-preview.ts'

type Props = {
  preview: SeriesPreview
  zone: string
  decided: DateDecisions
  onDecide: (decided: DateDecisions) => void
  /** Whether the series has no end. The preview then contains the dates of the next 12 months. */
  endless: boolean
}

/**
 * Lists the dates of a new or changed series. Ticked dates are booked. A date with a conflict is not ticked by default.
 * At first, the list contains only dates with a conflict or an irregular hour. A button shows all dates.
 */
export function SeriesDateList({ preview, zone, decided, onDecide, endless }: Props) {
  const { t } = useTranslation('series')
  const { language } = useLocale()
  const [all, setAll] = useState(false)
  const { dates, total } = preview
  if (preview.failed) return <LoadFailed text={t('dates.failed')} again={t('dates.again')} onAgain={preview.retry} />
  if (!dates) return preview.requested ? <Skeleton height={44} /> : null
  const locale = { zone, language }
  const booked = dates.filter((date) => isBookedDate(date, decided))
  const [first, last] = [booked[0], booked.at(-1)]
  const needsDecision = dates.filter(({ conflicts, wallClock }) => conflicts.length > 0 || wallClock !== 'once')
  const leftOutCount = dates.length - booked.length
  const shown = all ? dates : needsDecision
  return (
    <div className={classes.dates} role="group" aria-label={t('dates.title')}>
      <Text size="sm" aria-live="polite">
        {t('dates.total', { count: total - leftOutCount })}{' '}
        {first &&
          last &&
          total > 1 &&
          t('dates.span', { from: dayText(first.day, locale), to: dayText(last.day, locale) })}{' '}
        {endless && t('dates.endless')} {leftOutCount > 0 && <strong>{t('dates.out', { count: leftOutCount })}</strong>}
      </Text>
      {shown.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('dates.hint')}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((date) => (
            <li key={date.day}>
              <Checkbox
                label={`${dayText(date.day, locale)}, ${timeText(date.startsAt, locale)}`}
                description={<DateNotes date={date} zone={zone} />}
                checked={isBookedDate(date, decided)}
                onChange={() => onDecide(toggleDate(date, decided))}
              />
            </li>
          ))}
        </ul>
      )}
      {dates.length > needsDecision.length && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'dates.fewer' : 'dates.all')}
        </Button>
      )}
    </div>
  )
}

/** Shows the conflicts of a date. If the clocks skip or repeat the time on that day, also shows the actual time. */
function DateNotes({ date, zone }: { date: SeriesDate; zone: string }) {
  const { t } = useTranslation('series')
  const conflictText = useConflictText()
  const { language } = useLocale()
  const locale = { zone, language }
  const actual = timeText(date.startsAt, locale)
  const what = (conflict: SeriesDate['conflicts'][number]) => {
    const { name, startsAt, endsAt } = conflict
    const { from, to } = dayBounds(date.day, zone)
    if (name && Date.parse(startsAt) <= Date.parse(from) && Date.parse(endsAt) >= Date.parse(to)) return name
    if ([startsAt, endsAt].some((at) => localDay(at, locale) !== date.day)) return conflictText(conflict)
    const times = t('dates.times', { from: timeText(startsAt, locale), to: timeText(endsAt, locale) })
    return name ? `${name}, ${times}` : times
  }
  return (
    <>
      {date.conflicts.map((conflict) => (
        <span key={`${conflict.startsAt} ${conflict.name}`} className={classes.taken}>
          {t('dates.taken', { what: what(conflict) })}
        </span>
      ))}
      {date.wallClock !== 'once' && <span>{t(`dates.${date.wallClock}`, { actual })}</span>}
    </>
  )
}
