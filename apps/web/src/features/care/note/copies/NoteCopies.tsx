import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { RecordCopy } from '@attune/contract/features/care/record-copy/record-copy'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { Button } from '@mantine/core'
import { IconSignature, IconTextPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { CopyCard, useNoteCopies, useSessionNoteCopies } from '../../record-copy/record-copy.ts'
import { Addenda } from '../session-note/Addenda.tsx'
import { storedNoteString } from '../note-text.ts'
import { WrittenNote } from '../WrittenNote.tsx'
import classes from '../note.module.css'

/** Adds a text, a string of `note-text`, to the note that is being edited. Absent if the note is signed. */
type Adding = { onAdd?: (text: string) => void }

/** Shows the copies of the note on a session that were brought back from a backup. */
export function SessionNoteCopies({ sessionId, onAdd }: Adding & { sessionId: SessionId }) {
  const read = useSessionNoteCopies(sessionId)
  if (read.isPending) return <Pending />
  return read.data?.items.map((copy) => <SessionNoteCopy key={copy.id} copy={copy} {...{ onAdd }} />)
}

function SessionNoteCopy({ copy, onAdd }: Adding & { copy: RecordCopy<'session-note'> }) {
  const { t } = useTranslation(['note', 'recordCopy'])
  const locale = useLocale()
  const { text, content, signedAt, addenda, ...others } = copy.copied
  const note = storedNoteString({ text, content })
  const texts = { objectives: others.objectives, 'next-steps': others.nextSteps }
  return (
    <CopyCard copy={copy} action={<AddButton note={note} {...{ text, onAdd }} />}>
      {signedAt && (
        <StatusBadge icon={IconSignature}>
          {t('recordCopy:signed', { when: momentInSentence(signedAt, locale) })}
        </StatusBadge>
      )}
      <WrittenNote note={note} />
      <Addenda of={addenda.map((addendum) => ({ ...addendum, id: addendum.at }))} />
      {sessionTextKinds
        .filter((kind) => isFilled(texts[kind]))
        .map((kind) => (
          <section key={kind} className={classes.addendum}>
            <h3>{t(`texts.${kind}`)}</h3>
            <div className={classes.read}>{texts[kind]}</div>
          </section>
        ))}
    </CopyCard>
  )
}

/** Shows the copies of the note about a client that were brought back from a backup. */
export function ClientNoteCopies({ clientId, onAdd }: Adding & { clientId: ClientId }) {
  const copies = useNoteCopies(clientId)
  if (copies.length === 0) return null
  const cards = copies.map((copy) => {
    const note = storedNoteString(copy.copied)
    return (
      <CopyCard key={copy.id} copy={copy} action={<AddButton note={note} text={copy.copied.text} {...{ onAdd }} />}>
        <WrittenNote note={note} />
      </CopyCard>
    )
  })
  return <div className={classes.copies}>{cards}</div>
}

function AddButton({ note, text, onAdd }: Adding & { note: string; text: string }) {
  const { t } = useTranslation('recordCopy')
  if (!onAdd || !isFilled(text)) return null
  const add = () => {
    onAdd(note)
    toast.success(t('used'))
  }
  return (
    <Button variant="light" size="compact-sm" leftSection={<IconTextPlus size={16} aria-hidden />} onClick={add}>
      {t('use')}
    </Button>
  )
}
