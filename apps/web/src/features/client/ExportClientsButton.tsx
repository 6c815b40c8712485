import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { localDay } from '../../ui/page/date-text.ts'
import { toast } from '../../ui/toast.ts'

function download(name: string, csv: string) {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Downloads all clients as a CSV file. */
export function ExportClientsButton() {
  const { t } = useTranslation('client')
  const reader = useLocale()
  const save = useMutation({
    mutationFn: () => api.client.exportAll({}),
    onSuccess: ({ csv }) => {
      download(`${t('list.exportFile')}-${localDay(new Date().toISOString(), reader)}.csv`, csv)
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
