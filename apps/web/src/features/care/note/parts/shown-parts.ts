import type { Note } from '@attune/contract/features/care/note/note'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import type { PartOfNote } from '../session-note/note-part.ts'

type Participant = Session['participants'][number]

/** A part of a note, with the facts that the page shows about it. */
export type ShownNotePart = {
  /** The client's id, or 'shared'. */
  key: string
  part: PartOfNote
  note: Note
  /** The client whom the part is about; null for the shared part. */
  client: Participant | null
  /** The name of the client, or the title of the shared part. */
  title: string
  /** The reason why the client needs no part; null for a client who was there, and for the shared part. */
  missing: 'absent' | 'declined' | null
}

const missingFrom = ({ answer, attendance }: Participant): ShownNotePart['missing'] => {
  if (attendance === 'absent' || attendance === 'excused') return 'absent'
  return answer === 'declined' ? 'declined' : null
}

/** Returns the parts of the note of a session in the order of the server: the shared part, then the clients by name. */
export function useShownParts(session: Session, notes: readonly Note[]): ShownNotePart[] {
  const { t } = useTranslation('note')
  return notes.flatMap((note): ShownNotePart[] => {
    const { clientId } = note
    const part = { sessionId: session.id, clientId }
    if (clientId === null) return [{ key: 'shared', part, note, client: null, title: t('parts.shared'), missing: null }]
    const client = session.participants.find((one) => one.clientId === clientId)
    if (!client) return []
    const title = `${client.firstName} ${client.lastName}`.trim()
    return [{ key: clientId, part, note, client, title, missing: missingFrom(client) }]
  })
}

/** The id of the element of a part, to which the list of parts jumps. */
export const partElementId = (key: string) => `note-part-${key}`
