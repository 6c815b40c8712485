import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './record-copy.module.css'

/** Shows the id of a record, which the host needs to bring it back from a backup, with a button that copies it. */
export function RecordId({ id }: { id: string }) {
  const { t } = useTranslation('recordCopy')
  const copy = () =>
    void navigator.clipboard.writeText(id).then(
      () => toast.success(t('idCopied')),
      () => toast.error(t('idNotCopied')),
    )
  return (
    <div className={classes.id}>
      {t('id')}
      <span className={classes.value}>
        <code>{id}</code>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('copyId')} onClick={copy}>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  )
}
