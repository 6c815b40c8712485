export { listCreditTotals } from './credit/credit.ts'
export { listOpenBalances } from './payment.balance.ts'
export { bookProviderPayment, recordProviderRefunds } from './payment.provider.ts'
export { reversePayment } from './payment.record.ts'
