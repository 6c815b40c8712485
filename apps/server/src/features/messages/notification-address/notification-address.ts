export { readAddress } from './notification-address.emails.ts'
