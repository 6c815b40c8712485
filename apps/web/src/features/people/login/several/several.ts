// One file, so that the entries of the menu are loaded with the mark in the header, and the pages name one file for all of them.
export { AccountItems } from './AccountItems.tsx'
export { AccountMark } from './AccountMark.tsx'
export { AddAccountForm } from './AddAccountForm.tsx'
export { HeldAccountList } from './HeldAccountList.tsx'
export { OtherAccountDialog } from './OtherAccountDialog.tsx'
export { SignOutAllItem } from './SignOutAllItem.tsx'
export { UnlockAccountDialog } from './UnlockAccountDialog.tsx'
