import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { EmergencyLinks } from './EmergencyCall.tsx'
import classes from './safety.module.css'

/**
 * Tells the client above a message field that messages are not monitored around the clock, and whom to call instead: the emergency number and the
 * first helpline of the client's country.
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
