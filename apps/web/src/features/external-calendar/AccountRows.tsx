import type { ExternalAccount } from '@attune/contract/features/external-calendar'
import { Button } from '@mantine/core'
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { ActionMenu } from '../../ui/page/ActionMenu.tsx'
import { CardRow } from '../../ui/page/Section.tsx'
import { CalendarRow } from './CalendarRow.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import classes from './external-calendar.module.css'

type Props = { account: ExternalAccount; onAdd: () => void; onChanged: () => void }

/** Shows an account with its calendars. An account whose password was refused offers to enter a new one; one that is leaving offers nothing. */
export function AccountRows({ account, onAdd, onChanged }: Props) {
  const { t } = useTranslation('externalCalendar')
  const [asked, setAsked] = useState<'password' | 'disconnect' | null>(null)
  const { host, userName, isRefused, isLeaving, calendars } = account
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
          {isRefused && <p className={classes.quiet}>{t('account.refused')}</p>}
          {isLeaving && <p className={classes.quiet}>{t('account.leaving')}</p>}
        </div>
        {!isLeaving && <AccountActions account={account} onAdd={onAdd} onAsk={setAsked} />}
      </CardRow>
      {calendars.map((calendar) => (
        <CalendarRow key={calendar.id} calendar={calendar} host={host} onChanged={onChanged} />
      ))}
      {asked === 'password' && <PasswordDialog account={account} onSaved={onChanged} onClose={() => setAsked(null)} />}
      {asked === 'disconnect' && (
        <RemoveDialog
          words="disconnecting"
          name={host}
          hasEvents={!isRefused && calendars.some(({ written }) => written > 0)}
          act={disconnect}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type ActionProps = { account: ExternalAccount; onAdd: () => void; onAsk: (what: 'password' | 'disconnect') => void }

function AccountActions({ account: { host, isRefused }, onAdd, onAsk }: ActionProps) {
  const { t } = useTranslation('externalCalendar')
  return (
    <div className={classes.buttons}>
      {isRefused ? (
        <Button onClick={() => onAsk('password')}>{t('password.open')}</Button>
      ) : (
        <Button variant="default" onClick={onAdd}>
          {t('add.open')}
        </Button>
      )}
      <ActionMenu
        label={t('account.more', { host })}
        items={[
          { label: t('password.open'), icon: IconKey, onClick: () => onAsk('password') },
          {
            label: t('account.disconnect'),
            icon: IconPlugConnectedX,
            onClick: () => onAsk('disconnect'),
            danger: true,
          },
        ]}
      />
    </div>
  )
}
