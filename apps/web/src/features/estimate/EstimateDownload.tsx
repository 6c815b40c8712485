import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { id: string; number: number; isReady: boolean; from?: string }

/** The download of an estimate; while its PDF is being made, says so. */
export function EstimateDownload({ id, number, isReady, from }: Props) {
  const { t } = useTranslation(['estimate', 'common'])
  if (!isReady)
    return (
      <Text size="sm" c="dimmed">
        {t('making')}
      </Text>
    )
  const text = [t('versionNumber', { number }), from].filter(Boolean).join(', ')
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      component="a"
      href={`/api/estimate/${id}`}
      aria-label={t('common:labelled', { label: t('download'), text })}
      download
    >
      {t('download')}
    </Button>
  )
}
