/** The public module of the assistant. */
export { assistantExport, assistantSettingsExport } from './assistant.exported.ts'
