// Re-exported from one file, so that a single lazy import loads the menu items together with the mark in the header.
export { AccountItems } from './AccountItems.tsx'
export { AccountMark } from './AccountMark.tsx'
export { AddAccountForm } from './AddAccountForm.tsx'
export { HeldAccountList } from './HeldAccountList.tsx'
export { OtherAccountDialog } from './OtherAccountDialog.tsx'
export { SignOutAllItem } from './SignOutAllItem.tsx'
export { UnlockAccountDialog } from './UnlockAccountDialog.tsx'
