import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText, timeText } from '../../../../ui/page/date-text.ts'
import classes from './booking.module.css'
import { slotsByDayPart } from './month-days.ts'

type Props = {
  day: string
  slots: readonly Slot[]
  chosen: string | null
  /** Absent in a preview, where the therapist cannot choose a time. */
  onChoose?: (slot: Slot) => void
}

/** Lists the free times of a day in the reader's zone, grouped by morning, afternoon and evening. */
export function DaySlots({ day, slots, chosen, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const id = useId()
  return (
    <div className={classes.times}>
      <h2 className={classes.dayName} id={id} tabIndex={-1}>
        {dayText(day, locale, 'long')}
      </h2>
      {slotsByDayPart(slots, locale.zone).map(({ part, slots: some }) => (
        <div key={part} role="group" aria-labelledby={`${id} ${id}-${part}`}>
          <div className={classes.part} id={`${id}-${part}`}>
            {t(`part.${part}`)}
          </div>
          <ul className={classes.slots}>
            {some.map((slot) => (
              <li key={slot.startsAt}>
                <Time slot={slot} chosen={slot.startsAt === chosen} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Time({ slot, chosen, onChoose }: Pick<Props, 'onChoose'> & { slot: Slot; chosen: boolean }) {
  const locale = useLocale()
  const content = (
    <span className={classes.time}>
      {chosen && <IconCheck size={16} stroke={2} aria-hidden />}
      <time dateTime={slot.startsAt}>{timeText(slot.startsAt, locale)}</time>
    </span>
  )
  if (!onChoose) return <span className={classes.slot}>{content}</span>
  return (
    <button type="button" className={classes.slot} aria-pressed={chosen} onClick={() => onChoose(slot)}>
      {content}
    </button>
  )
}
