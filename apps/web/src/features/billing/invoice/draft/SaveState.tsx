import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'

type Props = {
  of: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  dirty: boolean
  unreadable: boolean
}

/** Says whether the draft is saved, or without a connection kept on this device. Screen readers announce a change. */
export function SaveState({ of: { isPending, isError, error }, dirty, unreadable }: Props) {
  const { t } = useTranslation('invoiceDraft')
  const refusal = useInvoiceRefusalText()
  const online = useOnline()
  const words = () => {
    if (unreadable) return t('save.unreadable')
    if (isError) return refusal(error)
    if (isPending || dirty) return t(online ? 'save.saving' : 'save.offline')
    return t('save.saved')
  }
  return <span role="status">{words()}</span>
}
