import { lazyNamed } from '../../platform/lazy-named.ts'

export { PublicFrame } from './public/PublicFrame.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { AddAccountItem } from './several/AddAccountItem.tsx'
export { accountToUnlock } from './several/account-to-unlock.ts'
export { signOutOrAsk } from './sign-out.ts'
export { signOutQuestion } from './sign-out-question.ts'
export { CurrentPasswordField } from './CurrentPasswordField.tsx'
export { RepeatedNewPasswordFields, useNewPassword } from './public/RepeatedNewPasswordFields.tsx'

export const AccountItems = lazyNamed(() => import('./several/several.ts'), 'AccountItems')
export const AccountMark = lazyNamed(() => import('./several/several.ts'), 'AccountMark')
export const SignOutAllItem = lazyNamed(() => import('./several/several.ts'), 'SignOutAllItem')
