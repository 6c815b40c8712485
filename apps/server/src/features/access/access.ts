export { looksAt } from './access.queries.ts'
