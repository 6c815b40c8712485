export { BookButton } from './BookButton.tsx'
export { SlotPicker } from './booking/SlotPicker.tsx'
export { useFreeTimes } from './booking/use-free-times.ts'
