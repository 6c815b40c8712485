import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** The download of a signed form; while its PDF is being made, says so. */
export function FormDownload({ id, title, isReady }: { id: string; title: string; isReady: boolean }) {
  const { t } = useTranslation(['form', 'common'])
  if (!isReady)
    return (
      <Text size="sm" c="dimmed">
        {t('making')}
      </Text>
    )
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      component="a"
      href={`/api/form/${id}/pdf`}
      aria-label={t('common:labelled', { label: t('download'), text: title })}
      download
    >
      {t('download')}
    </Button>
  )
}
