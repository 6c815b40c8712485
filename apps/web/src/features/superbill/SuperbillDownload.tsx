import type { SuperbillItem } from '@attune/contract/features/superbill'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSuperbillTexts } from './use-superbills.ts'

/** A button that downloads the stored PDF of a superbill. Renders nothing while there is none, or after it was withdrawn. */
export function SuperbillDownload({ item }: { item: SuperbillItem }) {
  const { t } = useTranslation(['superbill', 'common'])
  const { period } = useSuperbillTexts()
  if (!item.ready || item.withdrawn) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      component="a"
      href={`/api/superbill/${item.id}/pdf`}
      aria-label={t('common:labelled', { label: t('download'), text: period(item) })}
      download
    >
      {t('download')}
    </Button>
  )
}
