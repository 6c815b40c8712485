// One file, so that the entries of the menu are loaded with the mark in the header.
export { AccountItems } from './AccountItems.tsx'
export { AccountMark } from './AccountMark.tsx'
export { SignOutAllItem } from './SignOutAllItem.tsx'
