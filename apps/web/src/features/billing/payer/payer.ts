export { BillingCard } from './BillingCard.tsx'
export { PayerAgreement } from './PayerAgreement.tsx'
