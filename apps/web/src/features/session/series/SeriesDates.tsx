import { dayBounds } from '@attune/contract/common/time'
import type { SeriesDate } from '@attune/contract/features/series'
import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../../platform/reader.ts'
import { dayOf, dayText, timeText } from '../../../ui/moment.ts'
import { LoadFailed } from '../../../ui/Waiting.tsx'
import { useConflictWords } from '../SlotTaken.tsx'
import { decideOther, takesPlace, type Decided } from './dates.ts'
import classes from './series.module.css'
import type { Preview } from './use-preview.ts'

type Props = {
  preview: Preview
  zone: string
  decided: Decided
  onDecide: (decided: Decided) => void
  /** It has no end: what is shown are the dates of the next twelve months. */
  endless: boolean
}

/**
 * The dates that a series would have: those that need a decision first, the others on demand. A ticked one takes place.
 * What is taken is left out unless it is ticked.
 */
export function SeriesDates({ preview, zone, decided, onDecide, endless }: Props) {
  const { t } = useTranslation('series')
  const { language } = useReader()
  const [all, setAll] = useState(false)
  const { dates, total } = preview
  if (preview.failed) return <LoadFailed words={t('dates.failed')} again={t('dates.again')} onAgain={preview.again} />
  if (!dates) return preview.wanted ? <Skeleton height={44} /> : null
  const reader = { zone, language }
  const held = dates.filter((date) => takesPlace(date, decided))
  const [first, last] = [held[0], held.at(-1)]
  const odd = dates.filter(({ conflicts, wallClock }) => conflicts.length > 0 || wallClock !== 'once')
  const out = dates.length - held.length
  const shown = all ? dates : odd
  return (
    <div className={classes.dates} role="group" aria-label={t('dates.title')}>
      <Text size="sm" aria-live="polite">
        {t('dates.total', { count: total - out })}{' '}
        {first &&
          last &&
          total > 1 &&
          t('dates.span', { from: dayText(first.day, reader), to: dayText(last.day, reader) })}{' '}
        {endless && t('dates.endless')} {out > 0 && <strong>{t('dates.out', { count: out })}</strong>}
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
                label={`${dayText(date.day, reader)}, ${timeText(date.startsAt, reader)}`}
                description={<Why date={date} zone={zone} />}
                checked={takesPlace(date, decided)}
                onChange={() => onDecide(decideOther(date, decided))}
              />
            </li>
          ))}
        </ul>
      )}
      {dates.length > odd.length && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'dates.fewer' : 'dates.all')}
        </Button>
      )}
    </div>
  )
}

/** What is in the way of a date, or why its clock reads otherwise. */
function Why({ date, zone }: { date: SeriesDate; zone: string }) {
  const { t } = useTranslation('series')
  const words = useConflictWords()
  const { language } = useReader()
  const reader = { zone, language }
  const actual = timeText(date.startsAt, reader)
  const what = (conflict: SeriesDate['conflicts'][number]) => {
    const { name, startsAt, endsAt } = conflict
    const { from, to } = dayBounds(date.day, zone)
    if (name && Date.parse(startsAt) <= Date.parse(from) && Date.parse(endsAt) >= Date.parse(to)) return name
    if ([startsAt, endsAt].some((at) => dayOf(at, reader) !== date.day)) return words(conflict)
    const times = t('dates.times', { from: timeText(startsAt, reader), to: timeText(endsAt, reader) })
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
