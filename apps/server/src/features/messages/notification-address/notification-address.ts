export { notificationAddressEmails, readAddress } from './notification-address.emails.ts'
