import type { ExternalAccountId } from '@attune/contract/common/ids'
import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { externalLimits } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { nativePort } from '../../../platform/native/port.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { AccountRows } from './AccountRows.tsx'
import { AddCalendarDialog } from './AddCalendarDialog.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { ExternalQuestions } from './ExternalQuestions.tsx'
import { useConsentOutcome } from './use-consent-outcome.ts'

/** The open dialog: the dialog that connects an account, or the one that adds a calendar of an account. */
type OpenDialog = 'connect' | { accountId: ExternalAccountId } | null

/** Shows the calendars that are synced in both directions, and the open questions to the therapist about their events. */
export function ExternalCalendars() {
  const { t } = useTranslation('externalCalendar')
  const { read, again, accounts, google } = useAccounts()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const refused = useConsentOutcome(read.data?.items, (accountId) => setDialog({ accountId }))
  return (
    <>
      {refused && (
        <Callout kind="warning" title={t('google.refusal.title')} urgent>
          {refused === 'limit' ? t('limit', { count: externalLimits.accounts }) : t(`google.refusal.${refused}`)}
        </Callout>
      )}
      <ExternalQuestions />
      <Section
        title={t('title')}
        hint={google === 'in-browser' ? `${t('hint')} ${t('google.inBrowser')}` : t('hint')}
        rows={accounts.length > 0}
        action={<ConnectButton onClick={() => setDialog('connect')} />}
      >
        {read.isPending && <Skeleton height={20} />}
        {read.isError && !read.data && <Query of={read} failed={t('loadFailed')} again={t('again')} />}
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
            onChanged={() => void again()}
          />
        ))}
      </Section>
      <AccountDialogs {...{ dialog, setDialog, accounts, again }} offersGoogle={google === 'offered'} />
    </>
  )
}

/**
 * Loads the accounts, and whether Google can be connected. The native app cannot connect Google, because Google's page could not return to the app.
 */
function useAccounts() {
  const read = useQuery(
    orpc.externalCalendar.accounts.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  const again = () => read.refetch()
  useSubscription('external_calendars', () => void again())
  const accounts = read.data?.items ?? []
  const google = read.data?.offersGoogle ? (nativePort() ? 'in-browser' : 'offered') : null
  return { read, again, accounts, google }
}

type DialogProps = {
  dialog: OpenDialog
  setDialog: (dialog: OpenDialog) => void
  accounts: ExternalAccount[]
  again: () => Promise<unknown>
  offersGoogle: boolean
}

function AccountDialogs({ dialog, setDialog, accounts, again, offersGoogle }: DialogProps) {
  const adding = typeof dialog === 'object' && accounts.find(({ id }) => id === dialog?.accountId)
  return (
    <>
      {dialog === 'connect' && (
        <ConnectDialog
          offersGoogle={offersGoogle}
          onClose={() => setDialog(null)}
          onConnected={async (accountId) => {
            await again()
            setDialog({ accountId })
          }}
        />
      )}
      {adding && <AddCalendarDialog account={adding} onChanged={() => void again()} onClose={() => setDialog(null)} />}
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
