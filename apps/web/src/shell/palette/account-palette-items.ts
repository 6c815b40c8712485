import { maxBrowserAccounts } from '@attune/contract/common/constants'
import { IconDoorExit, IconSwitchHorizontal, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addAccount } from '../../features/people/login/several/add-account.ts'
import { switchOrUnlock } from '../../features/people/login/several/switch-account.ts'
import { isOfPage, useAccounts } from '../../features/people/login/several/use-accounts.ts'
import { signOutOrAsk } from '../../features/people/login/login.tsx'
import { useProductSettings } from '../../platform/settings/product-settings.ts'
import type { PaletteItem } from './palette-items.ts'

/** Returns the palette items that switch to another account of this browser, add an account, or sign out of all accounts. */
export function useAccountItems(): PaletteItem[] {
  const { t } = useTranslation(['accountSwitcher', 'shell'])
  const allowed = useProductSettings().severalAccounts
  const accounts = useAccounts()
  const others = accounts.filter((account) => !isOfPage(account))
  if (!allowed) return []
  return [
    ...others.map((account): PaletteItem => ({
      id: `account-${account.userId}`,
      icon: IconSwitchHorizontal,
      label: t('switch', { name: account.displayName, role: t(`roles.${account.role}`) }),
      detail: account.email,
      run: () => void switchOrUnlock(account),
    })),
    ...(accounts.length < maxBrowserAccounts
      ? [{ id: 'add-account', icon: IconUserPlus, label: t('shell:addAccount'), hidden: true, run: addAccount }]
      : []),
    ...(others.length > 0
      ? [
          {
            id: 'leave-all',
            icon: IconDoorExit,
            label: t('signOutAll'),
            hidden: true,
            run: () => void signOutOrAsk(true),
          },
        ]
      : []),
  ]
}
