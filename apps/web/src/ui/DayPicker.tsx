import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import 'dayjs/locale/de'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { useTranslation } from 'react-i18next'

type Props = {
  value: string
  today: string
  max: string | undefined
  language: string
  onChange: (day: string) => void
}

/** A calendar for picking a day. Opens at the month of `value`, or of today. */
export function DayPicker({ value, today, max, language, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <DatePicker
      locale={language === 'en' ? 'en-gb' : language}
      value={value || null}
      defaultDate={value || today}
      maxDate={max}
      firstDayOfWeek={1}
      onChange={(day) => day && onChange(day)}
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
  )
}
