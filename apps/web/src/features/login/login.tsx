/** The public module of signing in. */
export { PublicFrame } from './PublicFrame.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { leave } from './leave.ts'
export { leaveAsked, onLeaveAsked } from './leave-asked.ts'
export { OwnPassword } from './OwnPassword.tsx'
export { TwoPasswords, usePasswordTwice } from './TwoPasswords.tsx'
