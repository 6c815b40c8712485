import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { Button } from '@mantine/core'
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nativePort } from '../../../platform/native/port.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { useAccountName } from './use-account-name.ts'
import classes from './external-calendar.module.css'

type Props = { account: ExternalAccount; onAdd: () => void; onAsk: (what: 'again' | 'disconnect') => void }

/**
 * The actions of an account. `again` reconnects the account: with a new password for CalDAV, or with a new consent for Google, which the native app
 * cannot request.
 */
export function AccountActions({ account, onAdd, onAsk }: Props) {
  const { t } = useTranslation('externalCalendar')
  const host = useAccountName()(account)
  const { provider, isRefused } = account
  const isGoogle = provider === 'google'
  const again = isGoogle ? t('google.again.open') : t('password.open')
  const onAgain = isGoogle && nativePort() ? null : () => onAsk('again')
  return (
    <div className={classes.buttons}>
      {isRefused ? (
        onAgain && <Button onClick={onAgain}>{again}</Button>
      ) : (
        <Button variant="default" onClick={onAdd}>
          {t('add.open')}
        </Button>
      )}
      <ActionMenu
        label={t('account.more', { host })}
        items={[
          ...(onAgain ? [{ label: again, icon: IconKey, onClick: onAgain }] : []),
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
