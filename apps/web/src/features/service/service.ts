export { AgreedPrices } from './AgreedPrices.tsx'
export { ServiceSettings } from './ServiceSettings.tsx'
export { useBusinessCurrency } from './use-services.ts'
