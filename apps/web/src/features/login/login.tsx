/** The door of signing in, for other rooms and the shell. */
export { PublicFrame } from './PublicFrame.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { leave, leaveAsked, onLeaveAsked } from './leave.ts'
export { OwnPassword } from './OwnPassword.tsx'
export { TwoPasswords, usePasswordTwice } from './TwoPasswords.tsx'
