export { AgreedPrices } from './AgreedPrices.tsx'
export { useBusinessCurrency } from './use-services.ts'
