import { IconNotebook } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SharedEntryList } from './SharedEntryList.tsx'

const KeptComments = lazy(() =>
  import('./UnsharedEntryComments.tsx').then((file) => ({ default: file.UnsharedEntryComments })),
)

type Props = { clientId: string; name: string; hasAccount: boolean }

/** The shared entries in a client's profile, and the therapist's comments on entries that are no longer shared. */
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
      <Suspense>
        <KeptComments clientId={clientId} />
      </Suspense>
    </>
  )
}
