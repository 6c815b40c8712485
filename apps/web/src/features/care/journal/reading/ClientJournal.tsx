import type { ClientId } from '@attune/contract/common/ids'
import { IconNotebook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { SharedEntryList } from './SharedEntryList.tsx'

const UnsharedEntryComments = lazyNamed(() => import('./UnsharedEntryComments.tsx'), 'UnsharedEntryComments')

type Props = { clientId: ClientId; name: string; hasAccount: boolean }

/**
 * Lists, in a client's record, the shared entries and the therapist's comments on entries that are no longer shared.
 */
export function ClientJournal({ clientId, name, hasAccount }: Props) {
  const { t } = useTranslation('sharedJournal')
  return (
    <>
      <SharedEntryList
        clientId={clientId}
        empty={
          <EmptyState
            icon={IconNotebook}
            title={t('client.empty', { name })}
            text={t(hasAccount ? 'client.emptyText' : 'client.noAccount', { name })}
          />
        }
      />
      <UnsharedEntryComments clientId={clientId} />
    </>
  )
}
