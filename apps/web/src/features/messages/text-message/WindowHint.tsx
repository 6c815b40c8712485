import { isWindowOpen } from '@attune/contract/features/messages/text-message/text-message.rules'
import { useTranslation } from 'react-i18next'
import classes from './text-message.module.css'

/** Shows the remaining time of the period in which WhatsApp accepts any text. Renders nothing after this period. */
export function WindowHint({ end, now }: { end: string; now: Date }) {
  const { t } = useTranslation('textMessage')
  if (!isWindowOpen(end, now)) return null
  const minutes = Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 60_000))
  const time =
    minutes < 60
      ? t('window.minutes', { count: minutes })
      : t('window.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  return <p className={classes.hint}>{t('window.open', { time })}</p>
}
