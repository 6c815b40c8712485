export { refusePaymentFailed } from './online-payment.setup.ts'
export { checkPayment, offerOf, startPayment } from './online-payment.start.ts'
