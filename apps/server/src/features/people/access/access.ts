export { listAccesses } from './access.queries.ts'
export { accessExport } from './access.exported.ts'
