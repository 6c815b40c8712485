export { listAccesses } from './access.queries.ts'
