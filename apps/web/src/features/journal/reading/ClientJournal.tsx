import { IconNotebook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../../ui/Empty.tsx'
import { SharedList } from './SharedList.tsx'

type Props = { clientId: string; name: string; hasAccount: boolean }

/** What one client shares, in their profile. */
export function ClientJournal({ clientId, name, hasAccount }: Props) {
  const { t } = useTranslation('sharedJournal')
  return (
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
  )
}
