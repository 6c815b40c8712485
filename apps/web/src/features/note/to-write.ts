import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'

/** Sessions whose note is not signed yet, latest first. */
export const useToWrite = () => useQuery(query.note.toWrite.queryOptions({ input: {} }))
