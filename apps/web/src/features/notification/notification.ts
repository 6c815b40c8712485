export { useReadAbout } from './use-mark-read.ts'
