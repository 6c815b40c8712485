import { ActionIcon, Button } from '@mantine/core'
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/**
 * A link to the import of clients, and a button that downloads all clients as a CSV file. With `compact`, both are icons. `canExport` says whether
 * there are clients.
 */
export function ImportExportButtons({ compact = false, canExport }: { compact?: boolean; canExport: boolean }) {
  const { t } = useTranslation('client')
  const save = useExportClients()
  if (compact)
    return (
      <ActionIcon.Group>
        <ActionIcon {...icon} aria-label={t('list.import')} renderRoot={(root) => <Link {...root} to={importPath} />}>
          <IconFileImport size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
        {canExport && (
          <ActionIcon {...icon} aria-label={t('list.export')} loading={save.isPending} onClick={() => save.mutate()}>
            <IconFileExport size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </ActionIcon.Group>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden />}
        renderRoot={(root) => <Link {...root} to={importPath} />}
      >
        {t('list.import')}
      </Button>
      {canExport && (
        <Button
          variant="default"
          leftSection={<IconFileExport size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('list.export')}
        </Button>
      )}
    </>
  )
}

const importPath = '/dashboard/therapist/clients/import'
const icon = { variant: 'default', size: 44 } as const

function useExportClients() {
  const { t } = useTranslation('client')
  const locale = useLocale()
  return useMutation({
    mutationFn: () => api.client.exportAll({}),
    onSuccess: ({ csv }) => {
      saveText(`${t('list.exportFile')}-${localDay(new Date().toISOString(), locale)}.csv`, csv, 'text/csv')
      toast.success(t('list.exported'))
    },
    onError: () => toast.error(t('list.exportFailed')),
  })
}
