import { maxBrowserAccounts } from '@attune/contract/common/constants'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { heldAccounts } from '../../../../platform/login/held-accounts.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { addAccount } from './add-account.ts'

/** The attributes of a menu item, such as its class and its role. */
export type MenuEntry = { className: string | undefined; role?: 'menuitem'; tabIndex?: number }

/** The menu item 'Add account'. Renders nothing if the practice does not allow several accounts or this browser already has the maximum. */
export function AddAccountItem({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation('shell')
  const allowed = useProductSettings().severalAccounts
  // The native app has a single login and no cookies.
  if (nativePort() || !allowed || heldAccounts().length >= maxBrowserAccounts) return null
  return (
    <button {...entry} type="button" onClick={addAccount}>
      <IconUserPlus size={18} stroke={1.6} aria-hidden />
      {t('addAccount')}
    </button>
  )
}
