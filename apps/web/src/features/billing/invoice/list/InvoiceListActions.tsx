import { Button } from '@mantine/core'
import { IconBuildingBank, IconDownload, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { LazyEstimatesLink } from '../../estimate/estimate.ts'

const InvoiceExportDialog = lazyNamed(() => import('../export/InvoiceExportDialog.tsx'), 'InvoiceExportDialog')

/** Buttons for estimates, sessions to bill and a new invoice. */
export function InvoiceListActions({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation(['invoice', 'toBill'])
  return (
    <>
      <LazyEstimatesLink />
      <ButtonLink variant="default" to="/dashboard/therapist/payments/to-bill">
        {t('toBill:title')}
      </ButtonLink>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
        {t('list.new')}
      </Button>
    </>
  )
}

/** The menu of the list. It exports invoices and imports a bank statement. */
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
          {
            label: t('bankFile:title'),
            icon: IconBuildingBank,
            onClick: () => void navigate({ to: '/dashboard/therapist/payments/bank-file' }),
          },
        ]}
      />
      {exporting && <InvoiceExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
