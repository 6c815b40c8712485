import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { useEndingCounts } from './use-record-endings.ts'

/**
 * A link to the list of the records whose retention ends, with the number of records that still need a decision. Shows nothing while the list is
 * empty.
 */
export function RecordEndingsLink() {
  const { t } = useTranslation('recordEndings')
  const { data } = useEndingCounts()
  if (!data || data.open + data.confirmed + data.held === 0) return null
  return (
    <TextLink to="/dashboard/therapist/clients/retention">
      {data.open > 0 ? t('linkOpen', { count: data.open }) : t('title')}
    </TextLink>
  )
}
