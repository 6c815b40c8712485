import { IconLock, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './WriteEntryCard.module.css'

/** A card on the client's home with a link to a new entry. */
export function WriteEntryCard() {
  const { t } = useTranslation(['dashboard', 'shell'])
  return (
    <Section title={t('shell:pages.journal')}>
      <ButtonLink
        className={classes.write}
        fullWidth
        justify="flex-start"
        variant="default"
        leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        to="/dashboard/client/journal"
        search={{ entry: 'new' }}
      >
        {t('write.line')}
      </ButtonLink>
      <p className={classes.private}>
        <IconLock size={16} stroke={1.75} aria-hidden />
        {t('write.private')}
      </p>
    </Section>
  )
}
