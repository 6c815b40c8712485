import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Prints the sheet of the invoice that the page shows. */
export function PrintInvoiceButton() {
  const { t } = useTranslation('invoice')
  return (
    <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
      {t('act.print')}
    </Button>
  )
}
