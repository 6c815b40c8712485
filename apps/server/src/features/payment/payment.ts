export { bookProviderPayment, recordProviderRefunds } from './payment.provider.ts'
export { reversePayment } from './payment.record.ts'
