import { IconDoorExit } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { signOutOrAsk } from '../sign-out/sign-out.ts'
import type { MenuEntry } from './AddAccountItem.tsx'
import { useAccounts } from './use-accounts.ts'

/** The menu item that signs out of all accounts of this browser. Renders nothing if there is only one. */
export function SignOutAllItem({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation('accountSwitcher')
  if (useAccounts().length < 2) return null
  return (
    <button {...entry} type="button" onClick={() => void signOutOrAsk(true)}>
      <IconDoorExit size={18} stroke={1.6} aria-hidden />
      {t('signOutAll')}
    </button>
  )
}
