import { IconFolders, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { ActionMenuItems } from '../../../../ui/page/menu/ActionMenu.tsx'
import { PopoverPanel } from '../../../../ui/page/menu/PopoverPanel.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

type Props = { label: string; onClose: () => void }

/** A menu that saves the list of clients, or leads to the export of all records. */
export function ExportMenu({ label, onClose }: Props) {
  const { t } = useTranslation('client')
  const save = useExportClients()
  const navigate = useNavigate()
  const openRecordsExport = () =>
    void navigate({
      to: '/dashboard/$userType/settings/$subject',
      params: { userType: 'therapist', subject: 'own-data' },
    })
  const items = [
    { label: t('list.exportList'), icon: IconTable, onClick: () => save.mutate() },
    { label: t('list.exportRecords'), icon: IconFolders, onClick: openRecordsExport },
  ]
  return (
    <PopoverPanel kind="menu" label={label} onClose={onClose}>
      <ActionMenuItems items={items} onDone={onClose} />
    </PopoverPanel>
  )
}

/** Returns the mutation that exports the clients. Its callbacks also run after the menu has closed. */
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
