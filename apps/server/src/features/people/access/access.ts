export { accessLogOf } from './access.queries.ts'
