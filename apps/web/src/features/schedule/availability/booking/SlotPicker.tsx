import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import { Button, Skeleton } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, dayText, momentInSentence, monthOfText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import { errorCode } from '../../../../platform/api/errors.ts'
import { TimeZoneNote, useSessionRefusalText } from '../../session/session.ts'
import classes from './booking.module.css'
import { FormatTabs } from './FormatTabs.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { DaySlots } from './DaySlots.tsx'
import type { FreeTimes } from './use-free-times.ts'

type Props = {
  times: FreeTimes
  chosen: Slot | null
  /** Absent in a preview, where the therapist cannot choose a time. */
  onChoose?: (slot: Slot | null) => void
  /** Whether to render the picker without padding, for use inside a dialog. */
  plain?: boolean
  /** The content after the list of times. */
  last?: ReactNode
}

/** Lets the person choose format, day and time. For a month without free times, shows the next free time. */
export function SlotPicker({ times, chosen, onChoose, plain, last }: Props) {
  const { t } = useTranslation('booking')
  const refusal = useSessionRefusalText('client')
  const { data } = times
  if (times.failed && !data) {
    const inactive = errorCode(times.failed) === 'CLIENT_INACTIVE'
    return (
      <LoadFailed
        text={inactive ? refusal(times.failed) : t('failed')}
        again={t('again')}
        onAgain={() => void times.again()}
      />
    )
  }
  if (!data)
    return (
      <div className={classes.pick} role="status" aria-busy="true" aria-label={t('common:loading')}>
        <Skeleton height={340} radius={10} />
        <Skeleton height={160} radius={10} />
      </div>
    )
  return (
    <div className={classes.pick} data-plain={plain || undefined}>
      <DayChoice times={times} data={data} onChoose={onChoose} />
      <div className={classes.choose} aria-live="polite">
        <TimeZoneNote
          className={classes.quiet}
          times={data.slots.map(({ startsAt }) => ({ at: startsAt, zone: data.zone }))}
        />
        <TimeChoice times={times} data={data} chosen={chosen} onChoose={onChoose} />
        {last}
        <Bounds earliest={data.earliest} latest={data.latest} />
      </div>
    </div>
  )
}

type ChoiceProps = Pick<Props, 'times' | 'onChoose'> & { data: NonNullable<FreeTimes['data']> }

/** The earliest bookable time and the last bookable day. */
function Bounds({ earliest, latest }: { earliest: string; latest: string }) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  return (
    <p className={classes.quiet}>
      <IconClock size={16} stroke={1.75} aria-hidden />
      <span>{t('bounds', { earliest: momentInSentence(earliest, locale), latest: dayText(latest, locale) })}</span>
    </p>
  )
}

/** Lets the person choose format and day. */
function DayChoice({ times, data, onChoose }: ChoiceProps) {
  const { days, day } = times
  return (
    <div className={classes.choose}>
      <FormatTabs
        of={times.offered}
        value={times.format}
        onChange={(format) => {
          onChoose?.(null)
          times.setFormat(format)
        }}
      />
      <MonthGrid
        month={times.month}
        free={days}
        chosen={day}
        busy={times.busy}
        latest={data.latest}
        onChoose={(next) => {
          if (next !== day) onChoose?.(null)
          times.setDay(next)
        }}
        onMonth={times.setMonth}
      />
    </div>
  )
}

/** Lists the free times of the chosen day. For a month without free times, shows the next free time. */
function TimeChoice({ times, data, chosen, onChoose }: ChoiceProps & Pick<Props, 'chosen'>) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const { days, day, month, busy } = times
  if (day)
    return <DaySlots day={day} slots={days.get(day) ?? []} chosen={chosen?.startsAt ?? null} onChoose={onChoose} />
  if (busy) return <Skeleton height={160} radius={10} />
  return (
    <Callout
      kind="info"
      title={t('empty.title', { month: monthOfText(`${month}-15T12:00:00Z`, { ...locale, zone: 'UTC' }) })}
      action={
        data.next && (
          <Button variant="default" onClick={() => times.setDay(localDay(data.next ?? '', locale))}>
            {t('empty.show')}
          </Button>
        )
      }
    >
      {data.next ? t('empty.next', { when: momentInSentence(data.next, locale) }) : t('empty.none')}
    </Callout>
  )
}
