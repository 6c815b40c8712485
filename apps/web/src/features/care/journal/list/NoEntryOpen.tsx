import { Button } from '@mantine/core'
import { IconNotebook, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import classes from './list.module.css'

/** Shown instead of the editor while no entry is open. Offers to write a new entry. */
export function NoEntryOpen({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <div className={classes.nothing}>
      <EmptyState icon={IconNotebook} title={t('nothing.title')} text={t('nothing.text')}>
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
          {t('new')}
        </Button>
      </EmptyState>
    </div>
  )
}
