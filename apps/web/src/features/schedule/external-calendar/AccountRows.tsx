import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { CardRow } from '../../../ui/page/Section.tsx'
import { CalendarRow } from './CalendarRow.tsx'
import { AccountActions } from './AccountActions.tsx'
import { GoogleAgainDialog } from './GoogleAgainDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { useAccountName } from './use-account-name.ts'
import classes from './external-calendar.module.css'

type Props = { account: ExternalAccount; onAdd: () => void; onChanged: () => void }

/**
 * Shows an account with its calendars. If the server refuses the account, offers to enter a new password or to consent again at Google. An account
 * that is being disconnected has no actions.
 */
export function AccountRows({ account, onAdd, onChanged }: Props) {
  const { t } = useTranslation('externalCalendar')
  const [asked, setAsked] = useState<'again' | 'disconnect' | null>(null)
  const { provider, userName, isRefused, isLeaving, calendars } = account
  const host = useAccountName()(account)
  const disconnect = async (events: 'stay' | 'delete') => {
    await api.externalCalendar.removeAccount({ id: account.id, events })
    onChanged()
  }
  return (
    <>
      <CardRow wraps>
        <div className={classes.about}>
          <span className={classes.name}>{host}</span>
          <p className={classes.quiet}>{userName}</p>
          {isRefused && (
            <p className={classes.quiet}>{t(provider === 'google' ? 'google.refused' : 'account.refused')}</p>
          )}
          {isLeaving && <p className={classes.quiet}>{t('account.leaving')}</p>}
        </div>
        {!isLeaving && <AccountActions account={account} onAdd={onAdd} onAsk={setAsked} />}
      </CardRow>
      {calendars.map((calendar) => (
        <CalendarRow key={calendar.id} calendar={calendar} account={account} onChanged={onChanged} />
      ))}
      {asked === 'again' && provider === 'google' && (
        <GoogleAgainDialog account={account} onClose={() => setAsked(null)} />
      )}
      {asked === 'again' && provider === 'caldav' && (
        <PasswordDialog account={account} onSaved={onChanged} onClose={() => setAsked(null)} />
      )}
      {asked === 'disconnect' && (
        <RemoveDialog
          textKey="disconnecting"
          name={host}
          hasEvents={!isRefused && calendars.some(({ written }) => written > 0)}
          act={disconnect}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
