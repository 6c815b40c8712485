import { Button, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { AccountRows } from './AccountRows.tsx'
import { AddCalendarDialog } from './AddCalendarDialog.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { ExternalQuestions } from './ExternalQuestions.tsx'

/** Shows the calendars that are kept in sync in both directions, and what the therapist is asked about them. */
export function ExternalCalendars() {
  const { t } = useTranslation('externalCalendar')
  const read = useQuery(
    orpc.externalCalendar.accounts.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  const again = () => void read.refetch()
  useSubscription('external_calendars', again)
  const [dialog, setDialog] = useState<'connect' | { accountId: string } | null>(null)
  const accounts = read.data?.items ?? []
  const adding = typeof dialog === 'object' && accounts.find(({ id }) => id === dialog?.accountId)
  return (
    <>
      <ExternalQuestions />
      <Section
        title={t('title')}
        hint={t('hint')}
        rows={accounts.length > 0}
        action={<ConnectButton onClick={() => setDialog('connect')} />}
      >
        {read.isPending && <Skeleton height={20} />}
        {read.isError && !read.data && <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={again} />}
        {read.data && accounts.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
        {accounts.map((account) => (
          <AccountRows
            key={account.id}
            account={account}
            onAdd={() => setDialog({ accountId: account.id })}
            onChanged={again}
          />
        ))}
      </Section>
      {dialog === 'connect' && (
        <ConnectDialog
          onClose={() => setDialog(null)}
          onConnected={async (accountId) => {
            await read.refetch()
            setDialog({ accountId })
          }}
        />
      )}
      {adding && <AddCalendarDialog account={adding} onChanged={again} onClose={() => setDialog(null)} />}
    </>
  )
}

function ConnectButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('externalCalendar')
  return (
    <Button variant="default" aria-haspopup="dialog" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t('connect.open')}
    </Button>
  )
}
