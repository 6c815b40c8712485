import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import type { TFunction } from 'i18next'
import { IconLogout, IconShieldX, IconUserCheck, IconUserCog, IconUserOff } from '@tabler/icons-react'
import type { ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'

/** The actions of an admin on an account of another person. Each action opens a dialog that states its consequences. */
export type AccountAction = 'disable' | 'enable' | 'signOut' | 'changeRole' | 'reset'

/** Returns the entries of an account's menu. `onAction` opens the dialog of an action. */
export function accountMenuItems(
  { disabledAt, devices, secondFactor, resetAt }: AccountListItem,
  t: TFunction<'accounts'>,
  onAction: (action: AccountAction) => void,
): ActionMenuItem[] {
  const item = (action: AccountAction, icon: ActionMenuItem['icon'], danger = false): ActionMenuItem => ({
    label: t(`act.${action}`),
    icon,
    danger,
    onClick: () => onAction(action),
  })
  return [
    item('changeRole', IconUserCog),
    ...(devices.length > 0 ? [item('signOut', IconLogout)] : []),
    ...(secondFactor && !resetAt ? [item('reset', IconShieldX)] : []),
    disabledAt ? item('enable', IconUserCheck) : item('disable', IconUserOff, true),
  ]
}
