import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'

type Filter = Parameters<typeof api.administration.exportAuditLog>[0]

/** A button that downloads the filtered lines of the audit log as CSV. If the file does not contain all of them, a toast says so. */
export function ExportAuditLogButton({ filter }: { filter: Filter }) {
  const { t } = useTranslation('auditLog')
  const locale = useLocale()
  const save = useMutation({
    mutationFn: () => api.administration.exportAuditLog(filter),
    onSuccess: ({ csv, isComplete }) => {
      saveText(`${t('exportFile')}-${localDay(new Date().toISOString(), locale)}.csv`, csv, 'text/csv')
      if (isComplete) toast.success(t('exported'))
      else toast.info(t('exportedPart'))
    },
    onError: () => toast.error(t('exportFailed')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconFileExport size={18} stroke={1.75} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('export')}
    </Button>
  )
}
