/** The public module of the feature `record-export`. */
export { listSharedPartsNaming } from './names/shared-parts.ts'
