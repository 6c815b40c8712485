import type { Role } from '@attune/contract/features/people/account/account'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconBell,
  IconFileText,
  IconLock,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconSparkles,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddAccountItem, signOutOrAsk } from '../../../features/people/login/login.tsx'
import { UnreadCount } from '../../../features/messages/notification/UnreadCount.tsx'
import { lockAllTabs } from '../../../platform/auth/lock-all-tabs.ts'
import { holdsSeveralAccounts } from '../../../platform/login/held-accounts.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import type { Me } from '../../../platform/login/login.ts'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { PopoverPanel } from '../../../ui/page/menu/PopoverPanel.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import classes from './UserMenu.module.css'
import { dashboardAddress } from '../../pages/page-lookup.ts'
import { usePaymentsEntry } from '../navigation/use-payments-entry.ts'

const AccountItems = lazyNamed(() => import('../../../features/people/login/several/several.ts'), 'AccountItems')
const SignOutAllItem = lazyNamed(() => import('../../../features/people/login/several/several.ts'), 'SignOutAllItem')

const item = { role: 'menuitem', tabIndex: -1, className: classes.item } as const
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The user menu. An admin has no profile, account and billing items [2.23], and no count [6.09]. The item Upgrade opens the profile. */
export function UserMenu({ of: role, me }: { of: Role; me: Me | null }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const name = me?.displayName ?? ''
  return (
    <div className={classes.around}>
      <UnstyledButton className={classes.face} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        <PersonAvatar personId={me?.id ?? ''} name={name} url={me?.avatarUrl} size={32} />
        <VisuallyHidden>{t('userMenu', { name })}</VisuallyHidden>
      </UnstyledButton>
      {open && (
        <PopoverPanel kind="menu" label={t('userMenu', { name })} onClose={() => setOpen(false)}>
          <div className={classes.person} role="none">
            <PersonAvatar personId={me?.id ?? ''} name={name} url={me?.avatarUrl} size={40} />
            <div className={classes.names}>
              <strong>{name}</strong>
              <span>{me?.email}</span>
            </div>
          </div>
          {holdsSeveralAccounts() && <AccountItems entry={item} onChosen={() => setOpen(false)} />}
          <MenuLinks of={role} onOpen={() => setOpen(false)} />
          <LegalItems onOpen={() => setOpen(false)} />
          <div className={classes.group} role="none">
            <AddAccountItem entry={item} />
            <button
              {...item}
              type="button"
              onClick={() => {
                setOpen(false)
                lockAllTabs()
              }}
            >
              <IconLock {...icon} />
              {t('lockScreen')}
            </button>
            <button {...item} type="button" onClick={() => void signOutOrAsk()}>
              <IconLogout {...icon} />
              {t('logOut')}
            </button>
            {holdsSeveralAccounts() && <SignOutAllItem entry={item} />}
          </div>
        </PopoverPanel>
      )}
    </div>
  )
}

function MenuLinks({ of: role, onOpen }: { of: Role; onOpen: () => void }) {
  const { t } = useTranslation('shell')
  const link = { ...item, onClick: onOpen }
  return (
    <div className={classes.group} role="none">
      {role !== 'admin' && (
        <>
          <Link {...link} to={dashboardAddress(role, 'profile')}>
            <IconUser {...icon} />
            {t('pages.profile')}
          </Link>
          <Link {...link} to={dashboardAddress(role, 'settings')}>
            <IconSettings {...icon} />
            {t('account')}
          </Link>
          <BillingItem of={role} onOpen={onOpen} />
        </>
      )}
      <Link {...link} to={dashboardAddress(role, 'notifications')}>
        <IconBell {...icon} />
        {t('pages.notifications')}
        {role !== 'admin' && <UnreadCount />}
      </Link>
      <Link {...link} to={dashboardAddress(role, 'profile')}>
        <IconSparkles {...icon} />
        {t('upgrade')}
      </Link>
    </div>
  )
}

/** The legal pages that the practice has published. */
function LegalItems({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const pages = useProductSettings().legalPages.filter((page) => page !== 'consent')
  if (pages.length === 0) return null
  return (
    <div className={classes.group} role="none">
      {pages.map((page) => (
        <Link key={page} {...item} to="/legal/$page" params={{ page }} onClick={onOpen}>
          <IconFileText {...icon} />
          {t(`legal.${page}`)}
        </Link>
      ))}
    </div>
  )
}

/** The billing item of the menu. While the payments page is not available, the item is disabled and shows the reason. */
function BillingItem({ of: role, onOpen }: { of: Role; onOpen: () => void }) {
  const { t } = useTranslation('shell')
  const { isOpen, reason } = usePaymentsEntry(role)
  if (isOpen)
    return (
      <Link {...item} to={dashboardAddress(role, 'payments')} onClick={onOpen}>
        <IconReceipt {...icon} />
        {t('billing')}
      </Link>
    )
  return (
    <div {...item} aria-disabled data-off>
      <IconReceipt {...icon} />
      <span>
        {t('billing')} {reason && <span className={classes.reason}>{t(`paymentsOff.${reason}`)}</span>}
      </span>
    </div>
  )
}
