import { isFilled } from '@attune/contract/common/text/text'
import { Button } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SavedValueDraft } from '../../../../platform/autosave/saved-value.draft.ts'
import { openTextContent } from '../../../../platform/autosave/use-autosave.ts'
import { plainNoteText } from '../note-text.ts'
import { partDraftName, type PartOfNote } from '../session-note/note-part.ts'
import { SignedBadge, SignedText } from '../session-note/SignedText.tsx'
import { PartEditor } from './PartEditor.tsx'
import { PartFrame } from './PartFrame.tsx'
import type { ShownNotePart } from './shown-parts.ts'
import type { OpenParts } from './use-open-parts.ts'

type Props = {
  shown: ShownNotePart
  open: OpenParts
  /** Whether a part of the note is signed, so that a missing part is no longer required. */
  isSigned: boolean
  onSigned?: (() => void) | undefined
}

const hasDraft = (part: PartOfNote) =>
  new SavedValueDraft<string>({ name: partDraftName('note', part), field: 'text' }).restore() !== null

/**
 * Shows one part of a note: signed, as an editor, or as one row with a button if the part was not begun and is not required. A part that has once
 * contained text remains an editor.
 */
export function NotePartSection({ shown, open, isSigned, onSigned }: Props) {
  const { t } = useTranslation('note')
  const { part, note, client, title, missing } = shown
  const [begun, setBegun] = useState<'found' | 'here' | null>(() => (hasDraft(part) ? 'found' : null))
  const written = openTextContent(partDraftName('note', part)) ?? note.text
  if (begun === null && isFilled(plainNoteText(written))) setBegun('found')
  if (note.signedAt)
    return (
      <PartFrame shown={shown} state={<SignedBadge at={note.signedAt} />}>
        <SignedText note={note} part={part} addLabel={t('parts.addendum', { name: title })} />
      </PartFrame>
    )
  if (begun !== null || !(isSigned || missing))
    return <PartEditor {...{ shown, open, onSigned }} isAlone={isSigned} autofocus={begun === 'here'} />
  const begin = (
    <Button variant="default" leftSection={<IconPencilPlus size={18} aria-hidden />} onClick={() => setBegun('here')}>
      {client ? t('parts.begin', { name: client.firstName }) : t('parts.beginShared')}
    </Button>
  )
  return <PartFrame shown={shown} hint={missing && t(`parts.missing.${missing}`)} state={begin} />
}
