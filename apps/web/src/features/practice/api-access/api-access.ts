export { AllowedOriginSettings } from './AllowedOriginSettings.tsx'
export { PublicKeySettings } from './PublicKeySettings.tsx'
export { RequestLimitSettings } from './RequestLimitSettings.tsx'
