import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'

/** Sessions without a signed note, latest first. */
export const useToWrite = () => useQuery(query.note.toWrite.queryOptions({ input: {} }))
