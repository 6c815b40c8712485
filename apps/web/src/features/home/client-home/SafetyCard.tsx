import { IconShieldHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import classes from './client-home.module.css'

/** A line that leads to the emergency numbers and the safety plan. */
export function SafetyCard() {
  const { t } = useTranslation(['dashboard', 'shell', 'common'])
  return (
    <Card>
      <div className={classes.line}>
        <IconShieldHeart size={20} stroke={1.6} aria-hidden />
        <span>
          <span className={classes.subject}>{t('shell:pages.safety')}</span>
          <span className={classes.why}>{t('safetyLine')}</span>
        </span>
        <TextLink
          to="/dashboard/client/safety"
          aria-label={t('common:labelled', { label: t('client.openForms'), text: t('shell:pages.safety') })}
        >
          {t('client.openForms')}
        </TextLink>
      </div>
    </Card>
  )
}
