import type { SearchedSystem } from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { useTranslation } from 'react-i18next'
import { useHasNoCodeList } from './use-code-search.ts'

/** Shows that the host has loaded no list of a system. Renders nothing otherwise. */
export function NoCodeList({ system, className }: { system: SearchedSystem; className?: string | undefined }) {
  const { t } = useTranslation('diagnosisCode')
  return useHasNoCodeList(system) && <p className={className}>{t('noList')}</p>
}
