export { PaymentsCard } from './PaymentsCard.tsx'
export { RecordPaymentButton } from './RecordPaymentButton.tsx'
export { RemindersCard } from './RemindersCard.tsx'
