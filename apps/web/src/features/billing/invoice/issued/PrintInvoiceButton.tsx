import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nativePort } from '../../../../platform/native/port.ts'

/** A button that prints the document on the page. Renders nothing in the native app, whose web view cannot print. */
export function PrintInvoiceButton() {
  const { t } = useTranslation('invoice')
  if (nativePort()) return null
  return (
    <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
      {t('act.print')}
    </Button>
  )
}
