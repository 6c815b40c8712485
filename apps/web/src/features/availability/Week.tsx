import { Button } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Section.tsx'
import { copied, DayRow } from './DayRow.tsx'
import { splitAtMidnight, usualHours, type Hours } from './hours.ts'
import classes from './timetable.module.css'

const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((file) => ({ default: file.CopyDialog })))

type Props = { days: Hours[][]; usualPlace: string; onChange: (days: Hours[][]) => void }

/** The weekly hours, Monday first. */
export function Week({ days, usualPlace, onChange }: Props) {
  const { t } = useTranslation('timetable')
  const [copying, setCopying] = useState<number | null>(null)
  const split = (day: number, place: number) => {
    const range = days[day]?.[place]
    if (!range) return
    const [today, tomorrow] = splitAtMidnight(range)
    const next = (day + 1) % 7
    onChange(
      days.map((ranges, one) =>
        one === day ? ranges.with(place, today) : one === next ? [tomorrow, ...ranges] : ranges,
      ),
    )
  }
  return (
    <>
      {days.every((ranges) => ranges.length === 0) && (
        <Note
          kind="info"
          title={t('empty.title')}
          action={
            <Button variant="default" onClick={() => onChange(days.map((_, day) => (day < 5 ? [usualHours] : [])))}>
              {t('empty.start')}
            </Button>
          }
        >
          {t('empty.text')}
        </Note>
      )}
      <Panel>
        <ul className={classes.week} aria-label={t('week')}>
          {days.map((ranges, day) => (
            <DayRow
              key={day}
              day={day}
              ranges={ranges}
              usualPlace={usualPlace}
              onChange={(next) => onChange(days.with(day, next))}
              onSplit={(place) => split(day, place)}
              onCopy={() => setCopying(day)}
            />
          ))}
        </ul>
      </Panel>
      {copying !== null && (
        <Suspense>
          <CopyDialog
            day={copying}
            onCopy={(to) => {
              const own = copied(days[copying] ?? [])
              onChange(days.map((ranges, day) => (to.includes(day) ? own : ranges)))
            }}
            onClose={() => setCopying(null)}
          />
        </Suspense>
      )}
    </>
  )
}
