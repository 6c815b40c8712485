export { OnlineDifference } from './OnlineDifference.tsx'
export { OnlinePaymentSettings } from './OnlinePaymentSettings.tsx'
export { OnlineReturn } from './OnlineReturn.tsx'
export { PayOnline, PayOnlineButton } from './PayOnline.tsx'
