import { IconNotebook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Panel } from '../../ui/Section.tsx'
import classes from './WriteLine.module.css'

/** A dashboard card with a link to a new entry. */
export function WriteLine() {
  const { t } = useTranslation('dashboard')
  return (
    <Panel>
      <div className={classes.line}>
        <IconNotebook size={20} stroke={1.6} aria-hidden />
        <span>{t('write.line')}</span>
        <ButtonLink variant="default" to="/dashboard/client/journal" search={{ entry: 'new' }}>
          {t('write.begin')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
