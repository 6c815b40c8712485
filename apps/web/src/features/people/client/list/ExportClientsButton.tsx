import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** A button that downloads all clients as a CSV file. */
export function ExportClientsButton() {
  const { t } = useTranslation('client')
  const locale = useLocale()
  const save = useMutation({
    mutationFn: () => api.client.exportAll({}),
    onSuccess: ({ csv }) => {
      saveText(`${t('list.exportFile')}-${localDay(new Date().toISOString(), locale)}.csv`, csv, 'text/csv')
      toast.success(t('list.exported'))
    },
    onError: () => toast.error(t('list.exportFailed')),
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFileExport size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('list.export')}
    </Button>
  )
}
