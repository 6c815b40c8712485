export { BlockAfternoonDialog } from './event/BlockAfternoonDialog.tsx'
