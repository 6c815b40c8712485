import { useTranslation } from 'react-i18next'

/** Returns a function that formats minutes as '36 h 30 min'. */
export function useOpenHoursText() {
  const { t } = useTranslation('timetable')
  return (all: number) => {
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    if (minutes === 0) return t('hours', { hours })
    return hours ? t('hoursMinutes', { hours, minutes }) : t('minutes', { minutes })
  }
}
