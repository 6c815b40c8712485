import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { FormDialog } from '../../../../../ui/dialog/FormDialog.tsx'
import { useRefreshBackups } from '../use-backups.ts'

/** Removes a destination after a confirmation. Explains that the backups that are already there are kept. */
export function RemoveDestinationDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('backupSetup')
  const refresh = useRefreshBackups()
  const remove = useMutation({
    mutationFn: () => api.administration.removeBackupDestination({ name }),
    onSuccess: async () => {
      onClose()
      await refresh()
    },
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('destination.removeTitle')}
      submit={t('destination.removeTitle')}
      back={t('cancel')}
      busy={remove.isPending}
      problem={remove.isError && t('notSaved')}
      onSubmit={() => remove.mutate()}
    >
      <Text size="sm">{t('destination.removeText', { name })}</Text>
    </FormDialog>
  )
}
