import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'

/** Loads the past sessions without a signed note, latest first. */
export const useNotesToWrite = () => useQuery(orpc.note.toWrite.queryOptions({ input: {} }))
