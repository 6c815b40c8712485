import { useTranslation } from 'react-i18next'

/** Returns a function that formats minutes as '1 h 40 min'. */
export function useDurationText() {
  const { t } = useTranslation('dashboard')
  return (all: number) => {
    const hours = Math.floor(all / 60)
    const minutes = all % 60
    if (hours === 0) return t('today.minutesOnly', { minutes })
    return minutes === 0 ? t('today.hours', { hours }) : t('today.hoursMinutes', { hours, minutes })
  }
}
