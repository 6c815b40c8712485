export { SlotPicker } from './SlotPicker.tsx'
export { useFreeTimes } from './use-free-times.ts'
