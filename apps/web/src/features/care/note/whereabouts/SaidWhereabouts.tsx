import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import classes from '../note.module.css'
import type { PartOfNote } from '../session-note/note-part.ts'
import type { NoteEditing } from '../session-note/use-note-editor.ts'

type Props = { part: PartOfNote; clientId: ClientId; name: string; editing: NoteEditing }

/**
 * Offers to add to the note where the client was during the call of the session. Appears only while the server keeps the answer, and until the note
 * contains it.
 */
export function SaidWhereabouts({ part: { sessionId }, clientId, name, editing }: Props) {
  const { t } = useTranslation('note')
  const place = useWhereabouts(sessionId, clientId)
  if (!place) return null
  const text = t('whereabouts.text', { place })
  if (editing.plain.includes(text)) return null
  return (
    <div className={classes.tools}>
      <span className={classes.who}>
        <IconMapPin size={15} stroke={1.75} aria-hidden />
        {t('whereabouts.said', { name, place })}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => editing.insert([{ type: 'paragraph', content: [{ type: 'text', text }] }], 'end')}
      >
        {t('whereabouts.add')}
      </Button>
    </div>
  )
}

/**
 * Returns the client's answer to the question where they are; null if there is none. Sends a request only if the details of the session are loaded
 * and its calls are in Attune.
 */
function useWhereabouts(sessionId: PartOfNote['sessionId'], clientId: ClientId): string | null {
  const details = useQuery({ ...orpc.session.get.queryOptions({ input: { id: sessionId } }), enabled: false })
  const { data } = useQuery({
    ...orpc.call.ofSession.queryOptions({ input: { sessionId } }),
    enabled: details.data?.session.callInAttune === true,
  })
  return data?.items.find(({ personId }) => personId === clientId)?.whereabouts ?? null
}
