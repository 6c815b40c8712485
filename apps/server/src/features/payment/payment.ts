export { bookProviderPayment, recordProviderRefunds } from './payment.provider.ts'
