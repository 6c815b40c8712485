import '@mantine/dates/styles.css'
import '../styles-overlay.ts'
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import 'dayjs/locale/de'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { useTranslation } from 'react-i18next'
import classes from './DateInput.module.css'

type Props = {
  /** The chosen day, `YYYY-MM-DD`; empty for none. */
  value: string
  today: string
  /** The last day that can be chosen; undefined for no limit. */
  max: string | undefined
  language: string
  onClose: () => void
  onChange: (day: string) => void
}

/** A calendar for picking a day, in a popover. Opens at the month of `value`, or of today. */
export function DayPicker({ value, today, max, language, onClose, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Popover opened position="bottom-end" trapFocus returnFocus withinPortal onDismiss={onClose}>
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          locale={language === 'en' ? 'en-gb' : language}
          value={value || null}
          defaultDate={value || today}
          maxDate={max}
          firstDayOfWeek={1}
          onChange={(day) => {
            if (day) onChange(day)
            onClose()
          }}
          ariaLabels={{
            previousMonth: t('entry.previousMonth'),
            nextMonth: t('entry.nextMonth'),
            previousYear: t('entry.previousYear'),
            nextYear: t('entry.nextYear'),
            previousDecade: t('entry.previousYears'),
            nextDecade: t('entry.nextYears'),
            monthLevelControl: t('entry.chooseMonth'),
            yearLevelControl: t('entry.chooseYear'),
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
