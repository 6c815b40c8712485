import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { copyHours, WeekdayRow } from './WeekdayRow.tsx'
import { splitAtMidnight, defaultHours, type EditedRange } from './hours.ts'
import classes from '../timetable/timetable.module.css'

const CopyHoursDialog = lazyNamed(() => import('./CopyHoursDialog.tsx'), 'CopyHoursDialog')

type Props = { days: EditedRange[][]; defaultLocation: string; onChange: (days: EditedRange[][]) => void }

/** Edits the weekly hours. `days` contains the ranges of each weekday, Monday first. */
export function WeeklyHours({ days, defaultLocation, onChange }: Props) {
  // Also loads the translation namespace `session`, which only the ranges use. Otherwise the page would suspend and
  // disappear when the therapist opens the first day.
  const { t } = useTranslation(['timetable', 'session'])
  const [copying, setCopying] = useState<number | null>(null)
  return (
    <>
      {days.every((ranges) => ranges.length === 0) && (
        <EmptyWeek onStart={() => onChange(days.map((_, day) => (day < 5 ? [defaultHours] : [])))} />
      )}
      <Card>
        <ul className={classes.week} aria-label={t('week')}>
          {days.map((ranges, day) => (
            <WeekdayRow
              key={day}
              day={day}
              ranges={ranges}
              defaultLocation={defaultLocation}
              onChange={(next) => onChange(days.with(day, next))}
              onSplit={(place) => onChange(withSplitRange(days, day, place))}
              onCopy={() => setCopying(day)}
            />
          ))}
        </ul>
      </Card>
      {copying !== null && (
        <CopyHoursDialog
          day={copying}
          onCopy={(to) => {
            const own = copyHours(days[copying] ?? [])
            onChange(days.map((ranges, day) => (to.includes(day) ? own : ranges)))
          }}
          onClose={() => setCopying(null)}
        />
      )}
    </>
  )
}

/** Splits a range at midnight and moves the later part to the next day. Returns the changed week. */
function withSplitRange(days: EditedRange[][], day: number, place: number) {
  const range = days[day]?.[place]
  if (!range) return days
  const [today, tomorrow] = splitAtMidnight(range)
  const next = (day + 1) % 7
  return days.map((ranges, one) =>
    one === day ? ranges.with(place, today) : one === next ? [tomorrow, ...ranges] : ranges,
  )
}

function EmptyWeek({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation('timetable')
  return (
    <Callout
      kind="info"
      title={t('empty.title')}
      action={
        <Button variant="default" onClick={onStart}>
          {t('empty.start')}
        </Button>
      }
    >
      {t('empty.text')}
    </Callout>
  )
}
