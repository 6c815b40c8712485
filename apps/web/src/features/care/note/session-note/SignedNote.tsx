import type { Note } from '@attune/contract/features/care/note/note'
import { Button } from '@mantine/core'
import { IconPlus, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Addenda } from './Addenda.tsx'
import { AddendumForm } from './AddendumForm.tsx'
import { SavedValueDraft } from '../../../../platform/autosave/saved-value.draft.ts'
import { AssistanceRow } from '../AssistanceRow.tsx'
import { NoteFrame } from '../NoteFrame.tsx'
import { plainNoteText, storedNoteString } from '../note-text.ts'
import { WrittenNote } from '../WrittenNote.tsx'
import { LazyRecordId } from '../../record-copy/record-copy.ts'

/** Shows a signed note, read-only, with its dated addenda. */
export function SignedNote({ note }: { note: Note }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const draft = useDraft(`addendum-${note.sessionId}`, () => ({ text: '' }))
  /** Unsaved text that was in this browser when the note was signed on another device. */
  const [late] = useState(() => {
    const kept = new SavedValueDraft<string>({ name: `note-${note.sessionId}`, field: 'text' })
    const found = kept.restore()?.value ?? ''
    const text = found === storedNoteString(note) ? '' : plainNoteText(found).trim()
    if (text === '') kept.discard()
    return { kept, text }
  })
  const [writing, setWriting] = useState(late.text !== '' || draft.dirty)
  const signed = note.signedAt && (
    <StatusBadge icon={IconSignature}>{t('signed.at', { when: momentInSentence(note.signedAt, locale) })}</StatusBadge>
  )
  return (
    <NoteFrame state={signed}>
      <WrittenNote note={storedNoteString(note)} />
      <AssistanceRow note={note} />
      <Addenda of={note.addenda} />
      {writing ? (
        <AddendumForm sessionId={note.sessionId} draft={draft} late={late} onDone={() => setWriting(false)} />
      ) : (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setWriting(true)}
        >
          {t('addendum.add')}
        </Button>
      )}
      <LazyRecordId id={note.sessionId} />
    </NoteFrame>
  )
}
