/** The settings pages of the account that load together. */
export { AccountSettings } from './AccountSettings.tsx'
export { AppearancePage } from './AppearancePage.tsx'
export { OwnDataSettings } from './OwnDataSettings.tsx'
