import type { Note } from '@attune/contract/features/care/note/note'
import { Button } from '@mantine/core'
import { IconPlus, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { SavedValueDraft } from '../../../../platform/autosave/saved-value.draft.ts'
import { AssistanceRow } from '../AssistanceRow.tsx'
import { plainNoteText, storedNoteString } from '../note-text.ts'
import { WrittenNote } from '../WrittenNote.tsx'
import { Addenda } from './Addenda.tsx'
import { AddendumForm } from './AddendumForm.tsx'
import { partDraftName, type PartOfNote } from './note-part.ts'

/** Shows the text of a signed part, read-only, with its dated addenda and a button that adds one. */
export function SignedText({ note, part, addLabel }: { note: Note; part: PartOfNote; addLabel?: string }) {
  const { t } = useTranslation('note')
  const draft = useDraft(partDraftName('addendum', part), () => ({ text: '' }))
  /** Unsaved text that was in this browser when the part was signed on another device. */
  const [late] = useState(() => {
    const kept = new SavedValueDraft<string>({ name: partDraftName('note', part), field: 'text' })
    const found = kept.restore()?.value ?? ''
    const text = found === storedNoteString(note) ? '' : plainNoteText(found).trim()
    if (text === '') kept.discard()
    return { kept, text }
  })
  const [writing, setWriting] = useState(late.text !== '' || draft.dirty)
  return (
    <>
      <WrittenNote note={storedNoteString(note)} />
      <AssistanceRow note={note} />
      <Addenda of={note.addenda} />
      {writing ? (
        <AddendumForm part={part} draft={draft} late={late} onDone={() => setWriting(false)} />
      ) : (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-label={addLabel}
          onClick={() => setWriting(true)}
        >
          {t('addendum.add')}
        </Button>
      )}
    </>
  )
}

/** Shows when a note was signed. */
export function SignedBadge({ at }: { at: string }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return <StatusBadge icon={IconSignature}>{t('signed.at', { when: momentInSentence(at, locale) })}</StatusBadge>
}
