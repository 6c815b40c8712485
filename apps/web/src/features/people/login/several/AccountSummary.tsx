import { IconLock } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import classes from './several.module.css'
import { newThings, type HeldAccount } from './use-accounts.ts'

/** An account in a list: avatar, name, role, and number of new items. */
export function AccountSummary({ account }: { account: HeldAccount }) {
  const { t } = useTranslation('accountSwitcher')
  const { userId, displayName, avatarUrl, role, locked } = account
  return (
    <>
      <span className={classes.face} data-role={role}>
        <PersonAvatar personId={userId} name={displayName} url={avatarUrl} size={32} />
      </span>
      <span className={classes.names}>
        <strong>{displayName}</strong>
        <span>{t(`roles.${role}`)}</span>
      </span>
      {locked && (
        <span className={classes.lock} title={t('locked')}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t('locked')}</VisuallyHidden>
        </span>
      )}
      <NewThings count={newThings(account)} />
    </>
  )
}

/** The number of new items of an account. Renders nothing for 0. */
export function NewThings({ count }: { count: number }) {
  const { t } = useTranslation('accountSwitcher')
  if (count === 0) return null
  return (
    <span className={classes.count} title={t('new', { count })}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('new', { count })}</VisuallyHidden>
    </span>
  )
}
