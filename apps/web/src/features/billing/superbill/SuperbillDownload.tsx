import type { SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '../../../ui/file/DownloadButton.tsx'
import { useSuperbillTexts } from './use-superbills.ts'

type Props = {
  item: SuperbillItem
  /** The client for whom the reader acts as a guardian. */
  actingFor?: string | undefined
}

/** A button that downloads the PDF of a superbill. Renders nothing while it is not stored, or after it was withdrawn. */
export function SuperbillDownload({ item, actingFor }: Props) {
  const { t } = useTranslation('superbill')
  const { period } = useSuperbillTexts()
  if (!item.ready || item.withdrawn) return null
  const of = actingFor ? `guardian/${actingFor}/` : ''
  return <DownloadButton path={`/api/${of}superbill/${item.id}/pdf`} label={t('download')} name={period(item)} />
}
