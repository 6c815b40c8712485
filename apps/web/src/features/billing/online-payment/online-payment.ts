export { OnlineDifference } from './OnlineDifference.tsx'
export { OnlinePaymentSettings } from './OnlinePaymentSettings.tsx'
export { OnlineReturn } from './OnlineReturn.tsx'
export { PayOnline } from './PayOnline.tsx'
