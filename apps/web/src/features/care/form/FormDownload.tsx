import type { SentFormId } from '@attune/contract/common/ids'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormAccess } from './fill/form-access.ts'
import { DownloadButton } from '../../../ui/file/DownloadButton.tsx'

/** A button that downloads a signed form, or a text while its PDF is being generated. */
export function FormDownload({ id, title, isReady }: { id: SentFormId; title: string; isReady: boolean }) {
  const { t } = useTranslation('form')
  const path = useFormAccess().pdfPath(id)
  if (!isReady)
    return (
      <Text size="sm" c="dimmed">
        {t('making')}
      </Text>
    )
  return <DownloadButton path={path} label={t('download')} name={title} />
}
