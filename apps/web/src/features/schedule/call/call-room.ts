import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import type { ActiveCall } from './active-call.ts'

type Room = Pick<ActiveCall, 'sessionId' | 'actingFor'>

/** The query of the data of a call's session, as a participant or as a guardian reads them. */
export const callRoomQuery = ({ sessionId, actingFor }: Room) =>
  actingFor
    ? orpc.call.roomFor.queryOptions({ input: { actingFor, sessionId } })
    : orpc.call.room.queryOptions({ input: { sessionId } })

/** Returns a function that reads the data of the call's session again. */
export function useReadCallRoom({ actingFor }: Pick<Room, 'actingFor'>): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: (actingFor ? orpc.call.roomFor : orpc.call.room).key() })
}
