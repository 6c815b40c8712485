export { useMarkSubjectRead } from './use-mark-read.ts'
