/** The public module of the login feature. */
export { PublicFrame } from './public/PublicFrame.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { signOutOrAsk } from './sign-out.ts'
export { signOutQuestion } from './sign-out-question.ts'
export { CurrentPasswordField } from './CurrentPasswordField.tsx'
export { NewPasswordFields, useNewPassword } from './public/NewPasswordFields.tsx'
