import { Button } from '@mantine/core'
import { IconBuildingBank, IconDownload, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { LazyEstimatesLink } from '../../estimate/estimate.ts'
import { InvoiceExportButton } from '../export/InvoiceExportButton.tsx'

const InvoiceExportDialog = lazyNamed(() => import('../export/InvoiceExportDialog.tsx'), 'InvoiceExportDialog')
const bankFile = '/dashboard/therapist/payments/bank-file'

/** Buttons for estimates, sessions to bill and a new invoice; with `wide`, also for the export and the import of a bank statement. */
export function InvoiceListActions({ wide, onNew }: { wide: boolean; onNew: () => void }) {
  const { t } = useTranslation(['invoice', 'toBill', 'bankFile'])
  return (
    <>
      <LazyEstimatesLink />
      {wide && <InvoiceExportButton />}
      {wide && (
        <ButtonLink variant="default" leftSection={<IconBuildingBank size={18} aria-hidden />} to={bankFile}>
          {t('bankFile:title')}
        </ButtonLink>
      )}
      <ButtonLink variant="default" to="/dashboard/therapist/payments/to-bill">
        {t('toBill:title')}
      </ButtonLink>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
        {t('list.new')}
      </Button>
    </>
  )
}

/** The menu of the list on a phone: the export and the import of a bank statement. */
export function InvoiceListMenu() {
  const { t } = useTranslation(['invoice', 'bankFile'])
  const navigate = useNavigate()
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <ActionMenu
        label={t('list.actions')}
        items={[
          { label: t('list.export'), icon: IconDownload, onClick: () => setExporting(true) },
          { label: t('bankFile:title'), icon: IconBuildingBank, onClick: () => void navigate({ to: bankFile }) },
        ]}
      />
      {exporting && <InvoiceExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
