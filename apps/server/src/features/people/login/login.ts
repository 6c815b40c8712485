export { requireProvedFactor } from './login.calls.ts'
export { signInExport } from './account/exported.ts'
export { loginViewOf } from './login.view.ts'
