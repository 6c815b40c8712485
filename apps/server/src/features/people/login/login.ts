export { loginViewOf } from './login.view.ts'
