import type { EstimateId } from '@attune/contract/common/ids'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '../../../../ui/file/DownloadButton.tsx'

type Props = { id: EstimateId; number: number; isReady: boolean; from?: string }

/** A button that downloads an estimate, or a text while its PDF is being generated. */
export function EstimateDownload({ id, number, isReady, from }: Props) {
  const { t } = useTranslation('estimate')
  if (!isReady)
    return (
      <Text size="sm" c="dimmed">
        {t('making')}
      </Text>
    )
  const text = [t('versionNumber', { number }), from].filter(Boolean).join(', ')
  return <DownloadButton path={`/api/estimate/${id}`} label={t('download')} name={text} />
}
