import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { IconBan, IconCircleCheck, IconCircleDashed, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../../platform/login/login.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { localDay, dayText, momentInSentence } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { accountMenuItems, type AccountAction } from './account-action.ts'
import classes from '../administration.module.css'

type Props = { account: AccountListItem; onAction: (action: AccountAction) => void }

/** A row of the account list: name, role, last use, devices and state, and the menu of actions. */
export function AccountRow({ account, onAction }: Props) {
  const { t } = useTranslation('accounts')
  const locale = useLocale()
  const me = useMe()
  const { name, email, avatarUrl, role, since, lastSeenAt, devices } = account
  const shown = name || email
  return (
    <li className={classes.account}>
      <PersonAvatar personId={account.id} name={shown} url={avatarUrl} />
      <div className={classes.texts}>
        <div className={classes.name}>{shown}</div>
        <MetaList>
          {t(`role.${role}`)}
          {name && email}
          {t('since', { when: dayText(localDay(since, locale), locale) })}
        </MetaList>
        <MetaList>
          {lastSeenAt ? t('lastSeen', { when: momentInSentence(lastSeenAt, locale) }) : t('neverSeen')}
          {devices.length > 0 &&
            t('devices', { count: devices.length, names: deviceNames(devices, t('unknownDevice')) })}
        </MetaList>
        <AccountStates account={account} />
      </div>
      {account.id !== me?.id && (
        <ActionMenu label={t('actionsOf', { name: shown })} items={accountMenuItems(account, t, onAction)} />
      )}
    </li>
  )
}

const deviceNames = (devices: string[], unknown: string) =>
  [...new Set(devices.map((device) => device || unknown))].slice(0, 3).join(', ')

function AccountStates({ account }: { account: AccountListItem }) {
  const { t } = useTranslation('accounts')
  const locale = useLocale()
  const { disabledAt, onboarded, secondFactor, resetAt } = account
  return (
    <div className={classes.states}>
      {disabledAt && (
        <StatusBadge icon={IconBan} tone="danger">
          {t('disabled', { when: momentInSentence(disabledAt, locale) })}
        </StatusBadge>
      )}
      {!onboarded && <StatusBadge icon={IconCircleDashed}>{t('notOnboarded')}</StatusBadge>}
      {secondFactor ? (
        <StatusBadge icon={IconCircleCheck} tone="success">
          {t('factor')}
        </StatusBadge>
      ) : (
        <StatusBadge icon={IconCircleDashed}>{t('noFactor')}</StatusBadge>
      )}
      {resetAt && (
        <StatusBadge icon={IconClockExclamation} tone="warning">
          {t('resetRuns', { when: momentInSentence(resetAt, locale) })}
        </StatusBadge>
      )}
    </div>
  )
}
