export { BusinessSettings } from './BusinessSettings.tsx'
