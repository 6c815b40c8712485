import type { GuardianConversation } from '@attune/contract/features/people/guardian/guardian.messages'
import { useTranslation } from 'react-i18next'

type Of = Pick<GuardianConversation, 'relationship' | 'clientName'>

/** Returns a formatter for the relationship between a guardian and the client: 'Mother of Tim Weber'. */
export function useGuardianOf(): (conversation: Of) => string {
  const { t } = useTranslation('message')
  return ({ relationship, clientName: client }) =>
    relationship ? t('guardian.related', { relationship, client }) : t('guardian.of', { client })
}
