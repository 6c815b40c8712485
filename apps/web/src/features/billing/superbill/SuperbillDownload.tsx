import type { SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '../../../ui/file/DownloadButton.tsx'
import { useSuperbillTexts } from './use-superbills.ts'

/** A button that downloads the PDF of a superbill. Renders nothing while it is not stored, or after it was withdrawn. */
export function SuperbillDownload({ item }: { item: SuperbillItem }) {
  const { t } = useTranslation('superbill')
  const { period } = useSuperbillTexts()
  if (!item.ready || item.withdrawn) return null
  return <DownloadButton path={`/api/superbill/${item.id}/pdf`} label={t('download')} name={period(item)} />
}
