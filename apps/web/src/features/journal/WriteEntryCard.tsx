import { IconNotebook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'
import { Card } from '../../ui/page/Section.tsx'
import classes from './WriteEntryCard.module.css'

/** A card on the client's dashboard with a link to a new entry. */
export function WriteEntryCard() {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <div className={classes.line}>
        <IconNotebook size={20} stroke={1.6} aria-hidden />
        <span>{t('write.line')}</span>
        <ButtonLink variant="default" to="/dashboard/client/journal" search={{ entry: 'new' }}>
          {t('write.begin')}
        </ButtonLink>
      </div>
    </Card>
  )
}
