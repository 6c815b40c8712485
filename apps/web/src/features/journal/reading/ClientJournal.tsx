import { IconNotebook } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../../ui/Empty.tsx'
import { SharedList } from './SharedList.tsx'

const KeptComments = lazy(() => import('./KeptComments.tsx').then((file) => ({ default: file.KeptComments })))

type Props = { clientId: string; name: string; hasAccount: boolean }

/** The shared entries in a client's profile, and the therapist's comments on entries that are no longer shared. */
export function ClientJournal({ clientId, name, hasAccount }: Props) {
  const { t } = useTranslation('sharedJournal')
  return (
    <>
      <SharedList
        clientId={clientId}
        empty={
          <Empty
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
