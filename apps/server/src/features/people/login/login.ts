export { requireProvedFactor } from './login.calls.ts'
export { loginViewOf } from './login.view.ts'
