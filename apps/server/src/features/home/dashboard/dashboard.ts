export { readFrame } from './dashboard.frame.ts'
export { readOverview } from './dashboard.overview.ts'
