import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { EmergencyLinks } from './EmergencyCall.tsx'
import classes from './safety.module.css'

/**
 * Shows the client a notice above a message field: messages are not monitored around the clock, and in an emergency the client can call the emergency
 * number and the first helpline of the client's country.
 */
export function EmergencyNotice() {
  const { t } = useTranslation('safety')
  return (
    <aside className={classes.notice} aria-label={t('now.title')}>
      <span>{t('messagesNotice')}</span>
      <EmergencyLinks />
      <TextLink to="/dashboard/client/safety">{t('mine')}</TextLink>
    </aside>
  )
}
