/** The door of signing in, for other rooms and the shell. */
export { PublicFrame } from './PublicFrame.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { leave, leaveAsked, onLeaveAsked } from './leave.ts'
export { PasswordField } from './fields.tsx'
export { TwoPasswords, usePasswordTwice } from './TwoPasswords.tsx'
