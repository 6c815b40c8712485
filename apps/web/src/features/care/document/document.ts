/** Public module of the feature `document`: the files of a client's record. */
export { ClientDocuments } from './ClientDocuments.tsx'
export { OwnDocuments } from './OwnDocuments.tsx'
