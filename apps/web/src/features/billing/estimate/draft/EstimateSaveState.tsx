import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useEstimateRefusalText } from '../estimate-refusals.ts'

type Props = {
  of: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  dirty: boolean
  unreadable: boolean
}

/** Says whether the draft is saved. Screen readers announce a change. */
export function EstimateSaveState({ of: { isPending, isError, error }, dirty, unreadable }: Props) {
  const { t } = useTranslation('estimate')
  const refusal = useEstimateRefusalText()
  const words = () => {
    if (unreadable) return t('save.unreadable')
    if (isError) return refusal(error)
    return isPending || dirty ? t('save.saving') : t('save.saved')
  }
  return <span role="status">{words()}</span>
}
