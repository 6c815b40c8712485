import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'

/** Shows that there are no text messages yet. */
export function NoTexts() {
  const { t } = useTranslation('textTotals')
  return <EmptyState icon={IconMessage} title={t('empty.title')} text={t('empty.text')} level="h3" />
}
